import type { Transaction } from '../database/connection.ts'
import type { NewLine } from '../sales/make-documents.ts'
import type { DemoDays } from './calendar.ts'

/** The dimensions besides departments, with their values. */
const DIMENSIONS = [
  { number: 2, name: 'Steder', values: ['Aarhus', 'Odense', 'København'] },
  { number: 3, name: 'Kampagner', values: ['Forårskampagne', 'Sommerudsalg', 'Black Friday', 'Løbende annoncering'] },
] as const

/** Distributions among the departments 1 to 4: by people, and by square metres. */
const BY_PEOPLE = 90
const BY_AREA = 91
const DISTRIBUTIONS = [
  { number: BY_PEOPLE, name: 'Efter medarbejdere', percents: [20, 30, 15, 35] },
  { number: BY_AREA, name: 'Efter kvadratmeter', percents: [25, 10, 45, 20] },
] as const

/** Keys of entries on ranges of accounts: a department or distribution, a place, a campaign. */
const ACCOUNTS: readonly (readonly [
  from: number,
  to: number,
  department: number,
  place?: number,
  campaign?: number,
])[] = [
  [1010, 1010, 2, 1, 3],
  [1020, 1030, 4, 2],
  [1040, 1120, 2, 3],
  [1310, 1400, 3, 1],
  [2210, 2230, BY_PEOPLE],
  [2250, 2255, BY_PEOPLE, 1],
  [2710, 2710, 2, 1, 1],
  [2715, 2715, 2, 3, 4],
  [2720, 2740, 2, 3, 2],
  [2745, 2745, 2, 1, 4],
  [3110, 3150, 4, 2],
  [3410, 3470, BY_AREA, 1],
  [3605, 3697, 1, 1],
  [4020, 4060, 3, 1],
]

/**
 * Gives the demo company its dimensions, and its accounts their default keys. Vouchers booked from then on have them.
 */
export async function fillDimensions(transaction: Transaction, agreement: number): Promise<void> {
  const values = DIMENSIONS.flatMap(({ number: dimension, values: names }) =>
    names.map((name, at) => ({ dimension, key: at + 1, name })),
  )
  const distributions = DISTRIBUTIONS.map(({ percents, ...distribution }) => ({
    ...distribution,
    lines: percents.map((percent, at) => ({ key: at + 1, percent })),
  }))
  const accounts = ACCOUNTS.flatMap(([from, to, ...keys]) =>
    keys.flatMap((key, at) => (key === undefined ? [] : [{ from, to, dimension: at + 1, key }])),
  )
  const given = [DIMENSIONS, values, distributions, accounts].map((rows) => JSON.stringify(rows))
  for (const [at, statement] of STATEMENTS.entries()) await transaction.rows(statement, [agreement, given[at]!])
  // Only with the module: without it a run leaves out subscribers with a department.
  await transaction.rows(
    `UPDATE subscriber s SET department_number = $2 FROM agreement a
     WHERE s.agreement = $1 AND a.agreement = $1 AND 'Dimension' = ANY (a.modules)`,
    [agreement, SERVICE],
  )
}

const STATEMENTS = [
  `WITH departments AS (UPDATE dimension SET name = 'Afdelinger' WHERE agreement = $1 AND number = 1)
   INSERT INTO dimension (agreement, number, name, is_active)
   SELECT $1, d.number, d.name, true FROM json_to_recordset($2::json) AS d(number int, name text)`,
  `INSERT INTO dimension_value (agreement, dimension_number, number, name)
   SELECT $1, v.dimension, v.key, v.name FROM json_to_recordset($2::json) AS v(dimension int, key int, name text)`,
  `INSERT INTO dimension_distribution (agreement, dimension_number, number, name, lines)
   SELECT $1, 1, d.number, d.name, d.lines FROM json_to_recordset($2::json) AS d(number int, name text, lines json)`,
  `INSERT INTO account_dimension (agreement, account_number, dimension_number, dimension_key)
   SELECT $1, a.number, g.dimension, g.key
     FROM json_to_recordset($2::json) AS g("from" int, "to" int, dimension int, key int)
   JOIN account a ON a.agreement = $1 AND a.number BETWEEN g."from" AND g."to" AND a.type = 1 AND NOT a.is_barred`,
] as const

/** The keys of the three dimensions on a line of a sales document. */
type LineKeys = Pick<NewLine, 'departmentNumber' | 'dimension2Key' | 'dimension3Key'>

const SALES = 2
const SERVICE = 4
const PLACES = DIMENSIONS[0].values.length

/** The keys of lines of goods: sales, the customer's place, and the campaign of the season. */
export const keysOfSale = (customerNumber: number, date: string): LineKeys => ({
  departmentNumber: SALES,
  dimension2Key: 1 + (customerNumber % PLACES),
  dimension3Key: campaignOf(Number(date.slice(5, 7))),
})

function campaignOf(month: number): number {
  const [spring, summer, november, always] = [1, 2, 3, 4] as const
  if (month >= 3 && month <= 5) return spring
  if (month >= 6 && month <= 8) return summer
  return month === 11 ? november : always
}

/** Whether the agreement has the module that lines with departments need. */
export async function mayHaveDimensions(transaction: Transaction, agreement: number): Promise<boolean> {
  const found = await transaction.rows(
    `SELECT FROM agreement a WHERE a.agreement = $1 AND 'Dimension' = ANY (a.modules)`,
    [agreement],
  )
  return found.length > 0
}

/** Gives keys to lines of project drafts that have none. */
export async function fillLineDimensions(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `UPDATE draft_invoice_line l SET department_number = $2, dimension2_key = 1 + d.customer_number % $3
     FROM draft_invoice d
     WHERE l.agreement = $1 AND d.agreement = $1 AND d.number = l.document_id AND l.product_number IS NOT NULL
       AND d.project_number IS NOT NULL
       AND num_nonnulls(l.department_number, l.departmental_distribution_number, l.dimension2_key, l.dimension3_key)
         = 0`,
    [agreement, SERVICE, PLACES],
  )
}

/**
 * Budgets this year and the next, with a figure for each quarter and account: the amount of the first year, plus 3 and
 * 8 per cent. Figures are in whole hundreds, as people plan them.
 */
export async function fillBudgets(
  transaction: Transaction,
  agreement: number,
  { firstYear, lastYear }: DemoDays,
): Promise<void> {
  await transaction.rows(
    `WITH actual AS (
       SELECT e.account_number, extract(quarter FROM e.date)::int AS quarter, sum(e.amount_in_base_currency) AS amount
       FROM booked_entry e JOIN account a ON a.agreement = $1 AND a.number = e.account_number AND a.type = 1
       WHERE e.agreement = $1 AND e.accounting_year = $2 GROUP BY 1, 2
     ), figures AS (
       SELECT (row_number() OVER (ORDER BY p.year, x.quarter, x.account_number))::int AS number, x.account_number,
         make_date(p.year, x.quarter * 3 - 2, 1) AS month, round(x.amount * p.factor, -2) AS amount
       FROM actual x CROSS JOIN (VALUES ($3::int, 1.03), ($3::int + 1, 1.08)) AS p(year, factor)
       WHERE round(x.amount * p.factor, -2) <> 0
     ), made AS (
       INSERT INTO budget_figure (agreement, number, account_number, from_date, to_date, amount)
       SELECT $1, f.number, f.account_number, f.month, (f.month + interval '3 months - 1 day')::date, f.amount
         FROM figures f
       RETURNING number
     )
     INSERT INTO counter (agreement, name, value) SELECT $1, 'budget_figure', max(number) FROM made`,
    [agreement, String(firstYear), lastYear],
  )
}
