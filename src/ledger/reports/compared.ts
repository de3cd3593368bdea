import { ACCOUNT_OF_ENTRY, BALANCES, PROVISIONAL_BALANCES } from './balances.ts'
import { figuresByDepartment, partsOfFigures } from './budget.ts'
import { chartItems } from './chart.ts'
import { DEPARTMENTS, entriesByKey, movedByDepartment, partsOfLines } from './dimension-totals.ts'
import { ASKED, CHART, CLOSED } from './range.ts'
import type { Column, ReportParts } from './render.ts'

/** What a report is compared with. */
export const COMPARISONS = ['lastYear', 'periodBefore', 'budget'] as const
export type Comparison = (typeof COMPARISONS)[number]
/** What a report is divided by. */
export const DIVISIONS = ['month', 'department'] as const
export type Division = (typeof DIVISIONS)[number]

/** How a statement is divided, and what it is compared with. */
export interface ReportShape {
  by?: Division | undefined
  compare: readonly Comparison[]
}

/** What a statement has: what moved in its days, or what stood at their end. */
export type StatementKind = 'movements' | 'balances'

/** The CTE column of the amounts themselves, and of each comparison. */
const AMOUNT: Readonly<Record<'amount' | Comparison, string>> = {
  amount: 'amount',
  lastYear: 'last_year',
  periodBefore: 'period_before',
  budget: 'budget',
}

/** The columns that a shape adds to an item. */
export function shapeColumns({ by, compare }: ReportShape): { before: Column[]; after: Column[] } {
  const division: Record<Division, Column[]> = {
    month: [{ name: 'month', column: 'key', isText: true }],
    department: [
      { name: 'departmentNumber', column: 'key' },
      { name: 'departmentName', column: 'key_name', isText: true },
    ],
  }
  return {
    before: by === undefined ? [] : division[by],
    after: compare.map((name) => ({ name, column: AMOUNT[name] })),
  }
}

const MONTH_BEFORE = "interval '1 month'"
const YEAR_BEFORE = "interval '1 year'"
/** SQL: a day some time before; the last of a month becomes the last of a month. */
const earlier = (day: string, time: string): string =>
  `CASE WHEN ${isLastOfMonth(day)} THEN (${day} + 1 - ${time})::date - 1 ELSE (${day} - ${time})::date END`
const isLastOfMonth = (day: string): string => `extract(day FROM ${day} + 1) = 1`

/** SQL: the first and the last day of the period before those of `c`: as many whole months, else as many days. */
const MONTHS_BEFORE = `CASE WHEN extract(day FROM c.first) = 1 AND ${isLastOfMonth('c.last')}
      THEN (c.first - age(c.last + 1, c.first))::date ELSE c.first - (c.last - c.first + 1) END`

/**
 * CTE `compared_days(first, last)`: the days that those of `asked` are compared with, all parameters being SQL: the
 * same a year earlier, as many months or days just before, or those from a day to a day.
 */
export const comparedDays = (kind: string, from: string, to: string): string => `compared_days AS MATERIALIZED (
    SELECT CASE ${kind} WHEN 'lastYear' THEN (c.first - ${YEAR_BEFORE})::date WHEN 'periodBefore' THEN ${MONTHS_BEFORE}
      ELSE ${from} END AS first,
      CASE ${kind} WHEN 'lastYear' THEN ${earlier('c.last', YEAR_BEFORE)} WHEN 'periodBefore' THEN c.first - 1
      ELSE ${to} END AS last
    FROM asked c
  )`

/**
 * The days of a division: whole, or each month of them. Balances of one day have the months of their accounting year
 * until then.
 */
const columnsOf = (kind: StatementKind, by: Division | undefined): string => {
  if (by !== 'month') return `part_of_days AS (SELECT NULL::text AS key, asked.first, asked.last FROM asked)`
  const first =
    kind === 'movements'
      ? 'asked.first'
      : `CASE WHEN $4::text IS NOT NULL THEN asked.first ELSE coalesce((SELECT y.date_from FROM accounting_year y
          WHERE y.agreement = $1 AND asked.last BETWEEN y.date_from AND y.date_to),
          date_trunc('month', asked.last)::date) END`
  return `part_of_days AS (
    SELECT to_char(m.day, 'YYYY-MM') AS key, greatest(m.day::date, d.first) AS first,
      least((m.day + interval '1 month')::date - 1, d.last) AS last
    FROM (SELECT ${first} AS first, asked.last FROM asked) d,
      generate_series(date_trunc('month', d.first::timestamp), d.last::timestamp, interval '1 month') AS m (day)
  )`
}

/** The days that each amount is read of: those asked for, and those that they are compared with. */
function spansOf(kind: StatementKind, { compare }: ReportShape): string {
  const before = kind === 'movements' ? MONTHS_BEFORE : 'c.first'
  const dayBefore =
    kind === 'movements'
      ? 'c.first - 1'
      : `CASE WHEN $4::text IS NULL AND c.key IS NULL THEN ${earlier('c.last', MONTH_BEFORE)} ELSE c.first - 1 END`
  const yearStart = `coalesce((SELECT y.date_from FROM accounting_year y
    WHERE y.agreement = $1 AND c.last BETWEEN y.date_from AND y.date_to), c.last)`
  const spans: Record<'amount' | Comparison, string> = {
    amount: 'c.first, c.last',
    lastYear: `(c.first - ${YEAR_BEFORE})::date, ${earlier('c.last', YEAR_BEFORE)}`,
    periodBefore: `${before}, ${dayBefore}`,
    budget: kind === 'movements' ? 'c.first, c.last' : `${yearStart}, c.last`,
  }
  const rows = (['amount', ...compare] as const).map(
    (name) => `SELECT '${name}' AS kind, c.key, ${spans[name]} FROM part_of_days c`,
  )
  return `span (kind, key, first, last) AS MATERIALIZED (${rows.join('\n    UNION ALL ')})`
}

/** CTE `booked(kind, key, number, amount)`: what moved in each span. Whole periods come from their totals. */
function movedIn({ by }: ReportShape): string {
  if (by === 'department') {
    return `booked AS MATERIALIZED (
    SELECT s.kind, l.key, l.number, l.amount
    FROM span s CROSS JOIN LATERAL (
      WITH ${movedByDepartment('true', 'all')}
      SELECT c.own_key AS key, c.account_number AS number, sum(c.debit - c.credit) AS amount
      FROM crossed c GROUP BY c.own_key, c.account_number
    ) AS l
    WHERE s.kind <> 'budget' AND l.amount <> 0
  )`
  }
  return `touched AS MATERIALIZED (
    SELECT s.kind, s.key, p.year, p.period_number, greatest(p.date_from, s.first) AS first,
      least(p.date_to, s.last) AS last, p.date_from >= s.first AND p.date_to <= s.last AS is_whole
    FROM span s JOIN accounting_period p ON p.agreement = $1 AND p.date_from <= s.last AND p.date_to >= s.first
    WHERE s.kind <> 'budget'
  ), booked AS MATERIALIZED (
    SELECT m.kind, m.key, m.number, sum(m.amount) AS amount FROM (
      SELECT h.kind, h.key, t.account_number AS number, t.debit - t.credit AS amount
      FROM touched h CROSS JOIN LATERAL (
        SELECT * FROM period_total t
        WHERE t.agreement = $1 AND t.accounting_year = h.year AND t.period_number = h.period_number OFFSET 0
      ) AS t
      WHERE h.is_whole
      UNION ALL
      SELECT h.kind, h.key, d.account_number, d.debit - d.credit
      FROM touched h CROSS JOIN LATERAL (
        SELECT * FROM day_total d WHERE d.agreement = $1 AND d.date BETWEEN h.first AND h.last OFFSET 0
      ) AS d
      WHERE NOT h.is_whole
    ) AS m GROUP BY m.kind, m.key, m.number HAVING sum(m.amount) <> 0
  )`
}

/**
 * CTEs up to `line` of the balances at the end of the span `s`, by the rules of the balance sheet without a shape. A
 * budget begins with those of the first day of the year.
 */
export function balancesAtEnd(asBooked: boolean): string {
  const day = "CASE WHEN s.kind = 'budget' THEN s.first ELSE s.last END"
  const first = "CASE WHEN s.kind = 'budget' THEN asked.first ELSE asked.last + 1 END"
  return `asked AS MATERIALIZED (SELECT ${day} AS first, ${day} AS last), ${CLOSED},
        range AS MATERIALIZED (SELECT ${first} AS first, asked.last FROM asked),
          ${asBooked ? BALANCES : PROVISIONAL_BALANCES}`
}
/** CTEs up to `crossed`, which follow those: entries by department. */
export const balancedByDepartment = (counts: string): string =>
  entriesByKey({ ...DEPARTMENTS, counts, of: 'each', accountOf: ACCOUNT_OF_ENTRY })

/** CTE `booked(kind, key, number, amount)`: what stood at the end of each span. */
function stoodAt({ by }: ReportShape, asBooked: boolean): string {
  const lines =
    by === 'department'
      ? partsOfLines({ ...DEPARTMENTS, counts: 'true', accountOf: ACCOUNT_OF_ENTRY })
      : `part_of_line AS (SELECT l.number AS account_number, NULL::int AS own_key, l.opening AS before FROM line l)`
  return `booked AS MATERIALIZED (
    SELECT s.kind, ${by === 'department' ? 'l.own_key' : 's.key'} AS key, l.number, l.amount
    FROM span s CROSS JOIN LATERAL (
      WITH ${balancesAtEnd(asBooked)}, ${lines}
      SELECT p.account_number AS number, p.own_key, sum(p.before) AS amount
      FROM part_of_line p GROUP BY p.account_number, p.own_key
    ) AS l
    WHERE l.amount <> 0
  )`
}

/**
 * CTE `budgeted`, alike, by `figure`: what figures give the days of a span. Parts of periods go by their days; what
 * comes until a day is rounded, so that spans that meet add up.
 */
function budgetedIn({ by, compare }: ReportShape): string {
  if (!compare.includes('budget')) return `budgeted AS (SELECT NULL::int AS figure, b.* FROM booked b WHERE false)`
  const until = (day: string): string => `CASE WHEN ${day} >= p.last THEN p.amount WHEN ${day} < p.first THEN 0
      ELSE round(p.amount * (${day} - p.first + 1) / (p.last - p.first + 1), 2) END`
  const asked = `f.agreement = $1 AND f.from_date <= (SELECT max(s.last) FROM span s)
    AND f.to_date >= (SELECT min(s.first) FROM span s)`
  const ofFigure = `SELECT p.number AS figure, s.key, p.account_number AS number,
      ${until('s.last')} - ${until('s.first - 1')} AS amount
    FROM span s JOIN part p ON p.first <= s.last AND p.last >= s.first WHERE s.kind = 'budget'`
  const parts = partsOfFigures(`FROM (SELECT f.* FROM budget_figure f WHERE ${asked}) AS f`)
  if (by !== 'department') {
    return `${parts}, budgeted AS (
    SELECT o.figure, 'budget' AS kind, o.key, o.number, o.amount FROM (${ofFigure}) AS o
  )`
  }
  return `${parts}, of_figure AS (
    SELECT o.figure, o.number, sum(o.amount) AS amount FROM (${ofFigure}) AS o GROUP BY o.figure, o.number
  ), budgeted AS (
    SELECT x.figure, 'budget' AS kind, x.key, x.number, x.shared AS amount
    FROM (${figuresByDepartment('of_figure', 'x.figure')}) AS x
  )`
}

const SIDE = `CASE WHEN o.type = 2 THEN
        CASE WHEN coalesce(o.is_credit, coalesce(v.amount, 0) < 0) THEN 'liability' ELSE 'asset' END END`

/** The days of each amount, with what they come to: a JSON list. */
function totalsOf(kind: StatementKind, { by, compare }: ReportShape): string {
  const key = { month: "'month', k.key, ", department: "'departmentNumber', k.key, 'departmentName', k.name, " }
  const lists = (['amount', ...compare] as const).map((name, at) => {
    const side = (which: string): string => `(SELECT coalesce(sum(i.${AMOUNT[name]}), 0.00)
      FROM item i WHERE i.side = '${which}' AND i.key IS NOT DISTINCT FROM k.key)`
    const days =
      kind === 'movements'
        ? `'from', s.first, 'to', s.last`
        : `'date', s.last, 'assets', ${side('asset')}, 'liabilities', ${side('liability')}`
    const result = `-(SELECT coalesce(sum(x.${AMOUNT[name]}), 0.00) FROM every_value x
      WHERE x.key IS NOT DISTINCT FROM k.key AND x.type = 1)`
    const of = `${by === undefined ? '' : key[by]}'of', '${name === 'amount' ? 'actual' : name}'`
    return `SELECT ${at} AS place, k.key, json_build_object(${of}, ${days}, 'result', ${result}) AS told
      FROM key_of_item k JOIN span s ON s.kind = '${name}' AND ${by === 'month' ? 's.key = k.key' : 'true'}`
  })
  return `(SELECT coalesce(json_agg(t.told ORDER BY t.key NULLS LAST, t.place), '[]')
    FROM (${lists.join(' UNION ALL ')}) AS t)`
}

const LINE = `line AS MATERIALIZED (
  SELECT c.number, c.name, c.type, c.is_credit FROM chart c WHERE c.type IN (1, 2))`
const HAS_VALUE = `WHERE o.type IN (1, 2, 3, 6) AND EXISTS (SELECT FROM value n WHERE n.number = o.number)`

/**
 * Profit and loss (movements of accounts of type 1) or the balance sheet (balances of type 2, and the result not yet
 * closed as `extra`), divided and compared. The items are those of the statement; divided, those accounts and sums that
 * have anything, for every month or department. `totals` has the days of each amount, and what they come to.
 */
export function shapedParts(
  kind: StatementKind,
  shape: ReportShape,
  { asBooked = false, extra }: { asBooked?: boolean; extra?: string } = {},
): ReportParts {
  const { by, compare } = shape
  const type = kind === 'movements' ? 1 : 2
  const kinds = ['amount', ...compare] as const
  const names = kinds.map((name) => AMOUNT[name])
  const sums = kinds.map(
    (name) => `coalesce(sum(b.amount) FILTER (WHERE b.kind = '${name}'), 0.00)::numeric(24, 2) AS ${AMOUNT[name]}`,
  )
  const shown = names.map(
    (column) => `CASE WHEN o.type IN (1, 2, 3, 6) THEN coalesce(v.${column}, 0.00)::numeric(24, 2) END AS ${column}`,
  )
  const results = names.map((column) => `coalesce(sum(v.${column}), 0.00)::numeric(24, 2)`)
  const added = names.map((column) => `sum(v.${column}) AS ${column}`)
  const { before, after } = shapeColumns(shape)
  const keyType = by === 'department' ? 'int' : 'text'
  const keys =
    by === 'department'
      ? `SELECT u.key, d.name FROM (SELECT DISTINCT v.key FROM every_value v) u
        LEFT JOIN department d ON d.agreement = $1 AND d.number = u.key`
      : 'SELECT p.key, NULL::text AS name FROM part_of_days p'
  return {
    with: `${ASKED}, ${CHART}, ${LINE}, ${columnsOf(kind, by)}, ${spansOf(kind, shape)},
    ${kind === 'movements' ? movedIn(shape) : stoodAt(shape, asBooked)},
    ${budgetedIn(shape)}, every_value AS MATERIALIZED (
      SELECT b.key, b.number, l.type, ${sums.join(', ')}
      FROM (
        SELECT o.kind, o.key, o.number, o.amount FROM booked o
        UNION ALL SELECT g.kind, g.key, g.number, g.amount FROM budgeted g
      ) AS b JOIN line l ON l.number = b.number
      GROUP BY b.key, b.number, l.type
    ), ${chartItems('of_chart', type, '0.00')}, value AS MATERIALIZED (
      SELECT v.key, v.number, ${names.map((column) => `v.${column}`).join(', ')} FROM every_value v
      UNION ALL
      SELECT v.key, d.sum_number, ${added.join(', ')}
      FROM (
        SELECT DISTINCT s.sum_number, l.number FROM part_of_sum s JOIN line l ON l.number BETWEEN s.low AND s.high
      ) AS d
      JOIN every_value v ON v.number = d.number GROUP BY v.key, d.sum_number
    ), key_of_item AS MATERIALIZED (${keys}), item AS (
      SELECT k.key::${keyType} AS key, k.name AS key_name, o.number, o.name, o.type,
        ${kind === 'balances' ? SIDE : 'NULL::text'} AS side, ${shown.join(', ')}
      FROM of_chart o CROSS JOIN key_of_item k
      LEFT JOIN value v ON v.number = o.number AND v.key IS NOT DISTINCT FROM k.key
      ${by === undefined ? '' : HAS_VALUE}
      ${
        extra === undefined
          ? ''
          : `UNION ALL SELECT k.key::${keyType}, k.name, NULL, '${extra}', NULL, NULL, ${results.join(', ')}
      FROM key_of_item k LEFT JOIN every_value v ON v.type = 1 AND v.key IS NOT DISTINCT FROM k.key
      GROUP BY k.key, k.name`
      }
    )`,
    columns: [
      ...before,
      { name: 'accountNumber', column: 'number' },
      { name: 'name', column: 'name', isText: true },
      { name: 'type', column: 'type' },
      ...(kind === 'balances' ? [{ name: 'side', column: 'side', isText: true } as const] : []),
      { name: 'amount', column: 'amount' },
      ...after,
    ],
    order: 'x.key NULLS LAST, x.number NULLS LAST',
    after: { totals: totalsOf(kind, shape) },
  }
}
