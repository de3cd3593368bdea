import type { Statement } from '../../database/connection.ts'
import { PARTS_OF_SUMS } from './chart.ts'
import { type FigureAsked, explainable, type Figures, LINE, PART, POSITION_OF_BUDGET } from './explain.ts'
import { ASKED, CHART, daysValues } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * The budget of an accounting year, and what was booked:
 * `{from, to, items: [{accountNumber, name, type, periodNumber, actual, budget, difference, lastYear}]}` in base
 * currency, debit positive, for every period of each account of type 1 or 2 on which there is anything, and of each sum
 * of such accounts. `difference` is actual less budget; `lastYear` is the period of the same number in the year before.
 * No row when there is no such year.
 *
 * Of all that, `only` the sums, and periods from a number to a number.
 *
 * A figure is shared out over the periods by their days; each part is rounded, the last takes what is left (rule 15.4).
 */
export function budgetReport(
  agreement: number,
  year: string,
  format: ReportFormat,
  only: { sums?: boolean; from?: number | undefined; to?: number | undefined; figure?: FigureAsked | undefined } = {},
): Statement {
  const { sums = false, from = null, to = null, figure } = only
  const values = [agreement, ...daysValues({ year }), String(sums), from, to]
  return REPORT(format, values, figure)
}

/**
 * CTEs `share` and `part(number, account_number, year, period_number, first, last, amount)`: budget figures shared out
 * over accounting periods by their days; each part is rounded, the last takes what is left (rule 15.4). `figures` is a
 * FROM with the figures `f`.
 */
export const partsOfFigures = (figures: string): string => `share AS (
    SELECT f.number, f.account_number, f.amount, f.to_date - f.from_date + 1 AS days, p.year, p.period_number,
      f.to_date <= p.date_to AS is_last, greatest(p.date_from, f.from_date) AS first,
      least(p.date_to, f.to_date) AS last, least(p.date_to, f.to_date) - greatest(p.date_from, f.from_date) + 1
      AS days_here
    ${figures}
    JOIN accounting_period p ON p.agreement = $1 AND p.date_from <= f.to_date AND p.date_to >= f.from_date
  ), part AS (
    SELECT s.number, s.account_number, s.year, s.period_number, s.first, s.last, CASE WHEN s.is_last
      THEN s.amount - coalesce(sum(round(s.amount * s.days_here / s.days, 2)) OVER earlier, 0)
        -- Days before the first accounting year have their part too.
        - round(s.amount * (s.days - sum(s.days_here) OVER (PARTITION BY s.number)) / s.days, 2)
      ELSE round(s.amount * s.days_here / s.days, 2) END AS amount
    FROM share s
    WINDOW earlier AS (PARTITION BY s.number ORDER BY s.first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  )`

const FIGURES = `FROM asked JOIN budget_figure f ON f.agreement = $1
  AND f.from_date <= asked.last AND f.to_date >= asked.first`

const PARTS: ReportParts = {
  with: `${ASKED}, ${CHART}, year_period AS MATERIALIZED (
    SELECT p.period_number FROM accounting_period p WHERE p.agreement = $1 AND p.year = $4::text
  ), year_before AS (
    SELECT y.year FROM asked JOIN accounting_year y ON y.agreement = $1 AND y.date_to = asked.first - 1
  ), ${partsOfFigures(FIGURES)}, value AS (
    SELECT t.account_number, t.period_number, t.debit - t.credit AS actual, 0.00 AS budget, 0.00 AS last_year
    FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = $4::text
    UNION ALL
    SELECT p.account_number, p.period_number, 0, p.amount, 0 FROM part p WHERE p.year = $4::text
    UNION ALL
    SELECT t.account_number, t.period_number, 0, 0, t.debit - t.credit
    FROM year_before b JOIN period_total t ON t.agreement = $1 AND t.accounting_year = b.year
    WHERE t.period_number IN (SELECT period_number FROM year_period)
  ), busy AS MATERIALIZED (
    SELECT v.account_number AS number FROM value v GROUP BY v.account_number
    HAVING bool_or(v.actual <> 0 OR v.budget <> 0 OR v.last_year <> 0)
  ), of_account AS MATERIALIZED (
    SELECT v.account_number, v.period_number, sum(v.actual) AS actual, sum(v.budget) AS budget,
      sum(v.last_year) AS last_year
    FROM (
      SELECT v.* FROM value v
      UNION ALL
      SELECT b.number, y.period_number, 0, 0, 0 FROM busy b CROSS JOIN year_period y
    ) AS v GROUP BY v.account_number, v.period_number
  ), ${PARTS_OF_SUMS}, told AS (
    SELECT b.number, b.number AS of FROM busy b
    UNION
    SELECT s.sum_number, b.number FROM part_of_sum s JOIN busy b ON b.number BETWEEN s.low AND s.high
  ), of_line AS (
    SELECT t.number, v.period_number, sum(v.actual)::numeric(24, 2) AS actual, sum(v.budget)::numeric(24, 2) AS budget,
      sum(v.actual - v.budget)::numeric(24, 2) AS difference, sum(v.last_year)::numeric(24, 2) AS last_year
    -- Full joins read each side once, whatever the planner expects. A strict condition would make others of them.
    FROM told t FULL JOIN of_account v ON v.account_number = t.of
    GROUP BY t.number, v.period_number
  ), item AS (
    SELECT l.*, c.name, c.type FROM of_line l FULL JOIN chart c ON c.number = l.number
    WHERE coalesce(l.number > 0 AND l.period_number >= coalesce($7::int, 1)
      AND l.period_number <= coalesce($8::int, l.period_number)
      AND (NOT $6::boolean OR c.type IN (3, 6)), false)
  )`,
  columns: [
    { name: 'accountNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'type', column: 'type' },
    { name: 'periodNumber', column: 'period_number' },
    { name: 'actual', column: 'actual' },
    { name: 'budget', column: 'budget' },
    { name: 'difference', column: 'difference' },
    { name: 'lastYear', column: 'last_year' },
  ],
  order: 'x.number, x.period_number',
  before: { from: 'asked.first', to: 'asked.last' },
}

const ACCOUNTS = `(SELECT t.of FROM told t WHERE t.number::text = ${LINE})`
const entriesOf = (year: string): string => `
    SELECT e.entry_number, e.account_number, e.amount_in_base_currency FROM accounting_period p
    JOIN booked_entry e ON e.agreement = $1 AND e.accounting_year = p.year AND e.date BETWEEN p.date_from AND p.date_to
    WHERE p.agreement = $1 AND p.year = ${year} AND p.period_number::text = ${PART}
      AND e.type NOT IN (7, 8) AND e.account_number IN ${ACCOUNTS}`
const figuresOf = (sign: string): string => `
    SELECT ${POSITION_OF_BUDGET}, f.account_number, ${sign}f.amount FROM part f
    WHERE f.year = $4::text AND f.period_number::text = ${PART} AND f.account_number IN ${ACCOUNTS}`

/** The figures of the budget report that can be explained: `3/1010.actual` of a period. */
export const BUDGET_FIGURES: Figures = {
  part: 'PERIOD',
  isThere: `EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE} AND x.period_number::text = ${PART})`,
  lines: {
    actual: entriesOf('$4::text'),
    budget: figuresOf(''),
    difference: `${entriesOf('$4::text')} UNION ALL ${figuresOf('-')}`,
    lastYear: entriesOf('(SELECT b.year FROM year_before b)'),
  },
  ends: {},
  others: 'budgetFigures',
}
const REPORT = explainable(PARTS, BUDGET_FIGURES)
