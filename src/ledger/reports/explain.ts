import type { Statement } from '../../database/connection.ts'
import { CURSOR_PAGE_SIZE, EXPLAINED_LARGEST } from '../../limits.ts'
import { ACCOUNT_OF_ENTRY } from './balances.ts'
import { CHART } from './range.ts'
import {
  type Column,
  csvHeader,
  csvLine,
  renderings,
  type ReportFormat,
  type ReportParts,
  reportStatement,
} from './render.ts'

/** A figure that is to be explained: its column, the line it stands in, and the part of a divided report. */
export interface FigureAsked {
  part?: string | undefined
  line?: string | undefined
  column: string
  /** Explaining goes on behind this position. */
  after?: number | undefined
}

/** What makes figures beside booked entries. */
export type Others = 'budgetFigures' | 'openingAssets'

/**
 * The figures of a report by their column, each as SQL of the rows `(position, account_number, part)`: what adds up to
 * it. The position is the number of an entry, or `OTHERS` says of what. `LINE` is the line asked for, `PART` the part.
 * Those of `lines` stand in one, others at the end of the report.
 */
export interface Figures {
  lines: Readonly<Record<string, string>>
  /** SQL: whether there is such a line, in such a part. */
  isThere: string
  ends: Readonly<Record<string, string>>
  /** How a line is called in a list of the figures; `NUMBER` where left out. */
  line?: string
  /** How a part is called; left out where the report has none. */
  part?: string
  /** Lines that have names, not numbers. */
  named?: readonly string[]
  others?: Others
}

/** Reads `1020.credit`, `result`, or, of a report with parts, `2026-03/1020.amount`. */
export function figureAsked(figures: Figures, text: string, after?: number): FigureAsked {
  const slash = figures.part === undefined ? -1 : text.indexOf('/')
  const dot = text.lastIndexOf('.')
  return {
    ...(slash >= 0 && { part: text.slice(0, slash) }),
    ...(dot > slash && { line: text.slice(slash + 1, dot) }),
    column: text.slice(Math.max(dot, slash) + 1),
    after,
  }
}

/** Whether a report has such a column; that the line is there is known when it is read. */
export const isFigure = (figures: Figures, { part, line, column }: FigureAsked): boolean =>
  Object.hasOwn(line === undefined ? figures.ends : figures.lines, column) &&
  (figures.part === undefined || part !== undefined)

/** How the figures of a report are asked for, where `NUMBER` is that of a line. */
export const figureNames = ({ lines, ends, line = 'NUMBER', part, named = [] }: Figures): string[] =>
  [
    ...[line, ...named].flatMap((one) => Object.keys(lines).map((column) => `${one}.${column}`)),
    ...Object.keys(ends),
  ].map((name) => (part === undefined ? name : `${part}/${name}`))

/** SQL: the line of the figure that is to be explained, as text; NULL where it stands in none. */
export const LINE = '(SELECT f.line FROM figure_asked f)'
/** SQL: the part of a divided report, as text. */
export const PART = '(SELECT f.part FROM figure_asked f)'

const INT32_MIN = -(2 ** 31)
/** SQL: the position of the budget figure `f`: all of them stand before the first entry. */
export const POSITION_OF_BUDGET = `(f.number - 1 + ${INT32_MIN + 1})`
/**
 * Where the positions of assets that were brought along begin, by their number: what they cost, what was depreciated.
 */
export const OPENING_COSTS = -2_000_000_000
export const OPENING_DEPRECIATIONS = -1_000_000_000

const ENTRY: readonly Column[] = [
  { name: 'date', column: 'date' },
  { name: 'type', column: 'type' },
  { name: 'journalNumber', column: 'journal_number' },
  { name: 'voucherNumber', column: 'voucher_number' },
  { name: 'text', column: 'text', isText: true },
  { name: 'amountInBaseCurrency', column: 'amount_in_base_currency' },
  { name: 'part', column: 'part' },
]
const OTHER: Readonly<Record<Others, Column>> = {
  budgetFigures: { name: 'budgetFigureNumber', column: 'other_number' },
  openingAssets: { name: 'openingAssetNumber', column: 'other_number' },
}
const columnsOf = (others: Others | undefined): readonly Column[] => [
  { name: 'entryNumber', column: 'entry_number' },
  ...(others === undefined ? [] : [OTHER[others]]),
  { name: 'accountNumber', column: 'account_number' },
  ...ENTRY,
]

/** A report whose figures can be explained: as it is, or with the one that is asked for. */
export type ExplainableReport = (
  format: ReportFormat,
  values: NonNullable<Statement['values']>,
  figure?: FigureAsked,
) => Statement

/** A report that reads the chart, which names the accounts where a figure is explained. */
export function explainable(parts: ReportParts, figures: Figures, explained = parts): ExplainableReport {
  const texts = renderings(parts)
  return (format, values, figure) =>
    figure ? explainedStatement(explained, { figures, figure }, format, values) : reportStatement(texts, format, values)
}

/** A report that reads the chart only where a figure is explained. */
export const explainableByChart = (parts: ReportParts, figures: Figures): ExplainableReport =>
  explainable(parts, figures, { ...parts, with: `${parts.with}, ${CHART}` })

/**
 * A report with one of its figures explained: `explained`, a page of what makes it, each with its part;
 * `explainedCount`, how many there are; `explainedLargest`, the largest of them, each with the share of all that it and
 * those before have;
 * `explainedAccounts`, those parts by account; `explainedAmount`, their sum, and `explainedNext`, the position behind
 * which to go on. In CSV the page alone. No row where there is no such line.
 * @param values those of the report itself.
 */
export function explainedStatement(
  parts: ReportParts,
  { figures, figure }: { figures: Figures; figure: FigureAsked },
  format: ReportFormat,
  values: NonNullable<Statement['values']>,
): Statement {
  const { part = null, line = null, after = INT32_MIN } = figure
  return reportStatement(explainedTexts(parts, figures, figure, values.length), format, [...values, part, line, after])
}

/** @param before how many values the report itself has. */
function explainedTexts(
  parts: ReportParts,
  figures: Figures,
  { line, column }: FigureAsked,
  before: number,
): Readonly<Record<ReportFormat, string>> {
  const { where: ofReport = 'true' } = parts
  const hasPart = figures.part !== undefined
  const where = `${ofReport} AND ${line === undefined && !hasPart ? 'true' : figures.isThere}`
  const columns = columnsOf(figures.others)
  const item = columns.map((one) => `'${one.name}', x.${one.column}`).join(', ')
  const explained: ReportParts = {
    ...parts,
    with: `figure_asked (part, line, after) AS MATERIALIZED (SELECT $${before + 1}::text, $${before + 2}::text,
      $${before + 3}::int),
  ${parts.with}, explained_part AS MATERIALIZED (
    SELECT m.position, m.account_number, sum(m.part) AS part
    FROM (${(line === undefined ? figures.ends : figures.lines)[column]!}) AS m (position, account_number, part)
    GROUP BY m.position, m.account_number HAVING sum(m.part) <> 0
  ), explained_item AS MATERIALIZED (${shownParts(PAGE, figures.others)}
  ), largest_part AS MATERIALIZED (${shownParts(LARGEST, figures.others)}
  )`,
    where,
    optional: {
      ...parts.optional,
      explainedAmount: '(SELECT coalesce(sum(p.part), 0.00)::numeric(24, 2) FROM explained_part p)',
      explainedAccounts: `(SELECT coalesce(json_agg(json_build_object('accountNumber', s.account_number, 'name', c.name,
        'amount', s.amount) ORDER BY s.account_number), '[]') FROM (
          SELECT p.account_number, sum(p.part)::numeric(24, 2) AS amount
          FROM explained_part p GROUP BY p.account_number HAVING sum(p.part) <> 0
        ) s LEFT JOIN chart c ON c.number = s.account_number)`,
      explainedCount: '(SELECT count(*) FROM explained_part p)',
      explainedLargest: `(SELECT coalesce(json_agg(json_build_object(${item}, 'share', x.share) ORDER BY x.place), '[]')
        FROM largest_part x)`,
      explained: `(SELECT coalesce(json_agg(json_build_object(${item}) ORDER BY x.position), '[]')
        FROM explained_item x)`,
      explainedNext: `(SELECT max(x.position) FROM explained_item x
        WHERE EXISTS (SELECT FROM explained_part p WHERE p.position > (SELECT max(y.position) FROM explained_item y)))`,
    },
  }
  const lines = `(SELECT string_agg(${csvLine(columns)}, '' ORDER BY x.position) FROM explained_item x)`
  return {
    json: renderings(explained).json,
    csv: `WITH ${explained.with} SELECT ${csvHeader(columns)} || coalesce(${lines}, '') FROM asked WHERE ${where}`,
  }
}

/** What stands at a position that is no entry's, as `o`: its number, day, text and amount. */
const OTHERS: Readonly<Record<Others, string>> = {
  budgetFigures: `
      SELECT f.number, f.from_date AS date, f.text, f.amount FROM budget_figure f
      WHERE f.agreement = $1 AND p.position < 0 AND f.number = p.position + 1 - (${INT32_MIN + 1})`,
  openingAssets: `
      SELECT o.asset_number, o.date, a.text,
        CASE WHEN p.position < ${OPENING_DEPRECIATIONS} THEN o.cost ELSE -o.depreciation END
      FROM asset_opening o JOIN asset a ON a.agreement = $1 AND a.number = o.asset_number
      WHERE o.agreement = $1 AND p.position < 0 AND o.asset_number = p.position
        - CASE WHEN p.position < ${OPENING_DEPRECIATIONS} THEN ${OPENING_COSTS} ELSE ${OPENING_DEPRECIATIONS} END`,
}
const NO_OTHERS = `
      SELECT NULL::int, NULL::date, NULL::text, NULL::numeric WHERE false`

/** SQL: the parts of a page, and the largest parts by their size; `place` and `share` are of the latter. */
const PAGE = `
      SELECT p.*, NULL::bigint AS place, NULL::numeric AS share
      FROM explained_part p WHERE p.position > (SELECT f.after FROM figure_asked f)
      ORDER BY p.position, p.account_number LIMIT ${CURSOR_PAGE_SIZE}`
const LARGEST = `
      SELECT p.*, row_number() OVER by_size AS place,
        round(100 * sum(abs(p.part)) OVER by_size / sum(abs(p.part)) OVER (), 1) AS share
      FROM explained_part p WINDOW by_size AS (ORDER BY abs(p.part) DESC, p.position, p.account_number)
      ORDER BY place LIMIT ${EXPLAINED_LARGEST}`

/** SQL: parts with what they are of. */
const shownParts = (parts: string, others: Others | undefined): string => `
    SELECT p.position, e.entry_number, o.number AS other_number, p.account_number, coalesce(e.date, o.date) AS date,
      e.type, e.journal_number, e.voucher_number, coalesce(e.text, o.text) AS text,
      coalesce(e.amount_in_base_currency, o.amount) AS amount_in_base_currency, p.part::numeric(24, 2) AS part,
      p.place, p.share
    FROM (${parts}
    ) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = p.position OFFSET 0
    ) AS e ON true
    LEFT JOIN LATERAL (${others === undefined ? NO_OTHERS : OTHERS[others]}
      OFFSET 0
    ) AS o (number, date, text, amount) ON true`

/**
 * SQL: whether the entry `e` may count on an account of a subquery: it is on one, or goes to that of the result (see
 * `ACCOUNT_OF_ENTRY`).
 */
export const mayCountOn = (accounts: string): string =>
  `(e.account_number IN (${accounts}) OR e.account_number IN (SELECT d.number FROM divided d WHERE d.goes))`

/**
 * SQL: the entries that `BALANCES` counts, which stands before, as
 * `(entry_number, date, amount, is_before, on_account)`, on the accounts of a subquery.
 */
export const countedEntries = (accounts: string): string => `
      SELECT e.entry_number, e.date, e.amount_in_base_currency AS amount, e.type IN (7, 8)
        OR e.date < r.first AS is_before, ${ACCOUNT_OF_ENTRY} AS on_account
      FROM range r CROSS JOIN begun b
      JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN b.day AND r.last
      WHERE ${mayCountOn(accounts)}
        AND (e.type NOT IN (7, 8)
          OR e.accounting_year = (SELECT y.year FROM accounting_year y WHERE y.agreement = $1 AND y.date_from = b.day))`

/**
 * SQL: the parts of a figure, by rows `(number, before, debit, credit)`: how often what an account had before the days,
 * its debit and its credit are in the figure. What `BALANCES` has stands before: entries count as they do there.
 */
export const addedBy = (weights: string): string => `
    WITH weight (number, before, debit, credit) AS MATERIALIZED (${weights})
    SELECT e.entry_number, e.on_account, CASE
      WHEN e.is_before THEN w.before * e.amount WHEN e.amount >= 0 THEN w.debit * e.amount ELSE w.credit * -e.amount END
    FROM (${countedEntries('SELECT w.number FROM weight w')}
    ) AS e JOIN weight w ON w.number = e.on_account`

/**
 * SQL: rows for `addedBy` of a line of the chart: the account of its number, or those that the sum of its number adds
 * up, of the CTE `of`.
 */
export const weightsOfLine = (weights: string, of = 'line'): string => `
  SELECT l.number, ${weights} FROM ${of} l WHERE l.number::text = ${LINE}
  UNION SELECT l.number, ${weights} FROM ${of} l JOIN part_of_sum s ON l.number BETWEEN s.low AND s.high
    WHERE s.sum_number::text = ${LINE}`

/** SQL: the parts of a figure of a line of the chart. */
export const accountsOfLine = (weights: string, of = 'line'): string => addedBy(weightsOfLine(weights, of))

/** SQL: whether an item has the line, and an amount. */
export const IS_ITEM = `EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE} AND x.amount IS NOT NULL)`
