import type { Statement } from '../../database/connection.ts'
import { PARTS_OF_SUMS } from './chart.ts'
import { movedByDepartment } from './dimension-totals.ts'
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
 * Of all that, `only` the sums, and periods from a number to a number. Added up `by` quarters, which are three periods
 * from the first of the year on, or `by` the year, an item has its first period, its last (`periodTo`), and how far it
 * is from last year (`lastYearDifference`). With `department` it has what is of that one, by its data of today, with
 * its part of what distributions share out.
 *
 * A figure is shared out over the periods by their days; each part is rounded, the last takes what is left (rule 15.4).
 */
export function budgetReport(agreement: number, year: string, format: ReportFormat, only: BudgetAsked = {}): Statement {
  const { sums = false, from = null, to = null, by = null, department, figure } = only
  const values = [agreement, ...daysValues({ year }), String(sums), from, to, by]
  if (department === undefined) return (by === null ? REPORT : ADDED_UP)(format, values, figure)
  return (by === null ? OF_DEPARTMENT : ADDED_UP_OF_DEPARTMENT)(format, [...values, department], figure)
}

/** What the periods of a budget report are added up by. */
export const BUDGET_SPANS = ['quarter', 'year'] as const

/** What of a budget report is asked for. */
export interface BudgetAsked {
  sums?: boolean
  from?: number | undefined
  to?: number | undefined
  by?: (typeof BUDGET_SPANS)[number] | undefined
  department?: number | undefined
  figure?: FigureAsked | undefined
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

/**
 * SQL: the rows `(figure, amount, …)` of a source with the department that each budget figure has (`key`), and its part
 * of it where a distribution shares it out (`shared`): each part is rounded, the last takes what is left. `each` is
 * what is shared out, of `x`.
 */
export const figuresByDepartment = (source: string, each: string): string => `
    SELECT x.*, coalesce(x.value_number, x.own_key) AS key, CASE WHEN x.place = x.last_place
      THEN x.amount - coalesce(sum(round(x.amount * x.percent / 100, 2)) OVER earlier, 0)
      ELSE round(x.amount * x.percent / 100, 2) END AS shared
    FROM (
      SELECT x.*, d.own_key, p.value_number, coalesce(p.percent, 100) AS percent, coalesce(p.place, 1) AS place,
        coalesce(max(p.place) OVER (PARTITION BY ${each}), 1) AS last_place
      FROM ${source} x
      LEFT JOIN (
        SELECT b.budget_figure_number, b.dimension_key AS own_key FROM budget_figure_dimension b
        WHERE b.agreement = $1 AND b.dimension_number = 1
      ) AS d
        ON d.budget_figure_number = x.figure
      LEFT JOIN distribution_part p ON p.agreement = $1 AND p.dimension_number = 1 AND p.distribution_number = d.own_key
    ) AS x
    WINDOW earlier AS (PARTITION BY ${each} ORDER BY x.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

const FIGURES = `FROM asked JOIN budget_figure f ON f.agreement = $1
  AND f.from_date <= asked.last AND f.to_date >= asked.first`

/** CTEs and names of what a report has of each account and period: of the year `booked`, and what was planned. */
interface Sources {
  with: string
  /** SQL: rows `(account_number, period_number, amount)` of what was booked in a year. */
  booked: (year: string) => string
  /** A relation `(number, account_number, year, period_number, amount)` of parts of budget figures. */
  planned: string
  /** SQL: rows `(entry_number, account_number, amount)` of the entries of periods of a year. */
  entries: (year: string, periods: string, accounts: string) => string
}

const OF_ALL: Sources = {
  with: '',
  booked: (year) => `SELECT t.account_number, t.period_number, t.debit - t.credit AS amount
    FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = ${year}`,
  planned: 'part',
  entries: (year, periods, accounts) => `
    SELECT e.entry_number, e.account_number, e.amount_in_base_currency FROM accounting_period p
    JOIN booked_entry e ON e.agreement = $1 AND e.accounting_year = p.year AND e.date BETWEEN p.date_from AND p.date_to
    WHERE p.agreement = $1 AND p.year = ${year} AND p.period_number IN ${periods}
      AND e.type NOT IN (7, 8) AND e.account_number IN ${accounts}`,
}

const moved = (year: string, { counts, of }: { counts: string; of: 'all' | 'each' }): string => `
    (SELECT p.period_number, p.date_from AS first, p.date_to AS last FROM accounting_period p
      WHERE p.agreement = $1 AND p.year = ${year}) AS s
    CROSS JOIN LATERAL (
      WITH ${movedByDepartment(counts, of)}
      SELECT c.entry_number, c.account_number, c.debit - c.credit AS amount FROM crossed c WHERE c.own_key = $10::int
    ) AS c`

const OF_ONE_DEPARTMENT: Sources = {
  with: `, planned AS MATERIALIZED (
    SELECT x.figure AS number, x.account_number, x.year, x.period_number, x.shared AS amount FROM (
      ${figuresByDepartment(
        '(SELECT p.number AS figure, p.account_number, p.year, p.period_number, p.amount FROM part p)',
        'x.figure, x.year, x.period_number',
      )}
    ) AS x WHERE x.key = $10::int
  )`,
  booked: (year) => `SELECT c.account_number, s.period_number, c.amount
    FROM ${moved(year, { counts: 'true', of: 'all' })}`,
  planned: 'planned',
  entries: (year, periods, accounts) => `
    SELECT c.entry_number, c.account_number, c.amount
    FROM ${moved(year, { counts: `e.account_number IN ${accounts}`, of: 'each' })}
    WHERE s.period_number IN ${periods}`,
}

const partsFor = ({ with: more, booked, planned }: Sources): ReportParts => ({
  with: `${ASKED}, ${CHART}, year_period AS MATERIALIZED (
    SELECT p.period_number FROM accounting_period p WHERE p.agreement = $1 AND p.year = $4::text
  ), kept_period AS MATERIALIZED (
    SELECT p.period_number, min(p.period_number) OVER span AS first, max(p.period_number) OVER span AS last
    FROM (
      SELECT y.period_number,
        CASE $9::text WHEN 'year' THEN 0 WHEN 'quarter' THEN (y.period_number - 1) / 3 ELSE y.period_number END AS part
      FROM year_period y
      WHERE y.period_number >= coalesce($7::int, 1) AND y.period_number <= coalesce($8::int, y.period_number)
    ) p WINDOW span AS (PARTITION BY p.part)
  ), year_before AS (
    SELECT y.year FROM asked JOIN accounting_year y ON y.agreement = $1 AND y.date_to = asked.first - 1
  ), ${partsOfFigures(FIGURES)}${more}, value AS (
    SELECT t.account_number, t.period_number, t.amount AS actual, 0.00 AS budget, 0.00 AS last_year
    FROM (${booked('$4::text')}) AS t
    UNION ALL
    SELECT p.account_number, p.period_number, 0, p.amount, 0 FROM ${planned} p WHERE p.year = $4::text
    UNION ALL
    SELECT t.account_number, t.period_number, 0, 0, t.amount FROM (${booked(YEAR_BEFORE)}) AS t
    WHERE t.period_number IN (SELECT period_number FROM year_period)
  ), busy AS MATERIALIZED (
    SELECT v.account_number AS number FROM value v GROUP BY v.account_number
    HAVING bool_or(v.actual <> 0 OR v.budget <> 0 OR v.last_year <> 0)
  ), of_account AS MATERIALIZED (
    SELECT v.account_number, k.first, k.last, sum(v.actual) AS actual, sum(v.budget) AS budget,
      sum(v.last_year) AS last_year
    FROM (
      SELECT v.* FROM value v
      UNION ALL
      SELECT b.number, y.period_number, 0, 0, 0 FROM busy b CROSS JOIN year_period y
    ) AS v JOIN kept_period k ON k.period_number = v.period_number GROUP BY v.account_number, k.first, k.last
  ), ${PARTS_OF_SUMS}, told AS (
    SELECT b.number, b.number AS of FROM busy b
    UNION
    SELECT s.sum_number, b.number FROM part_of_sum s JOIN busy b ON b.number BETWEEN s.low AND s.high
  ), of_line AS (
    SELECT t.number, v.first, v.last, sum(v.actual)::numeric(24, 2) AS actual, sum(v.budget)::numeric(24, 2) AS budget,
      sum(v.actual - v.budget)::numeric(24, 2) AS difference, sum(v.last_year)::numeric(24, 2) AS last_year,
      sum(v.actual - v.last_year)::numeric(24, 2) AS last_year_difference
    -- Full joins read each side once, whatever the planner expects. A strict condition would make others of them.
    FROM told t FULL JOIN of_account v ON v.account_number = t.of
    GROUP BY t.number, v.first, v.last
  ), item AS (
    SELECT l.*, c.name, c.type FROM of_line l FULL JOIN chart c ON c.number = l.number
    WHERE coalesce(l.number > 0 AND l.first > 0
      AND (NOT $6::boolean OR c.type IN (3, 6)), false)
  )`,
  columns: [
    { name: 'accountNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'type', column: 'type' },
    { name: 'periodNumber', column: 'first' },
    { name: 'actual', column: 'actual' },
    { name: 'budget', column: 'budget' },
    { name: 'difference', column: 'difference' },
    { name: 'lastYear', column: 'last_year' },
  ],
  order: 'x.number, x.first',
  before: { from: 'asked.first', to: 'asked.last' },
})

const inSpans = (parts: ReportParts): ReportParts => ({
  ...parts,
  columns: [
    ...parts.columns,
    { name: 'periodTo', column: 'last' },
    { name: 'lastYearDifference', column: 'last_year_difference' },
  ],
})

const YEAR_BEFORE = '(SELECT b.year FROM year_before b)'
const PERIODS = `(SELECT k.period_number FROM kept_period k WHERE k.first::text = ${PART})`
const ACCOUNTS = `(SELECT t.of FROM told t WHERE t.number::text = ${LINE})`

const figuresFor = ({ entries, planned }: Sources): Figures => {
  const entriesOf = (year: string, sign = ''): string => `
    SELECT o.entry_number, o.account_number, ${sign}o.amount
    FROM (${entries(year, PERIODS, ACCOUNTS)}) AS o (entry_number, account_number, amount)`
  const figuresOf = (sign: string): string => `
    SELECT ${POSITION_OF_BUDGET}, f.account_number, ${sign}f.amount FROM ${planned} f
    WHERE f.year = $4::text AND f.period_number IN ${PERIODS} AND f.account_number IN ${ACCOUNTS}`
  return {
    part: 'PERIOD',
    isThere: `EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE} AND x.first::text = ${PART})`,
    lines: {
      actual: entriesOf('$4::text'),
      budget: figuresOf(''),
      difference: `${entriesOf('$4::text')} UNION ALL ${figuresOf('-')}`,
      lastYear: entriesOf(YEAR_BEFORE),
      lastYearDifference: `${entriesOf('$4::text')} UNION ALL ${entriesOf(YEAR_BEFORE, '-')}`,
    },
    ends: {},
    others: 'budgetFigures',
  }
}

/** The figures of the budget report that can be explained: `3/1010.actual` of a period. */
export const BUDGET_FIGURES: Figures = figuresFor(OF_ALL)
const REPORT = explainable(partsFor(OF_ALL), BUDGET_FIGURES)
const ADDED_UP = explainable(inSpans(partsFor(OF_ALL)), BUDGET_FIGURES)
const FIGURES_OF_DEPARTMENT = figuresFor(OF_ONE_DEPARTMENT)
const OF_DEPARTMENT = explainable(partsFor(OF_ONE_DEPARTMENT), FIGURES_OF_DEPARTMENT)
const ADDED_UP_OF_DEPARTMENT = explainable(inSpans(partsFor(OF_ONE_DEPARTMENT)), FIGURES_OF_DEPARTMENT)
