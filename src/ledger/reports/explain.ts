import type { Statement } from '../../database/connection.ts'
import { CURSOR_PAGE_SIZE } from '../../limits.ts'
import { ACCOUNT_OF_ENTRY } from './balances.ts'
import type { ReportShape } from './compared.ts'
import {
  type Column,
  csvHeader,
  csvLine,
  renderings,
  type ReportFormat,
  type ReportParts,
  reportStatement,
} from './render.ts'

/** A figure that is to be explained: its column, and the line it stands in, where it has one. */
export interface FigureAsked {
  line?: string | undefined
  column: string
  /** Explaining goes on behind this entry. */
  after?: number | undefined
}

/** How a report is asked for beside its days. */
export interface Asking {
  /** Whether the results of open years stay where they were booked. */
  asBooked?: boolean | undefined
  shape?: ReportShape | undefined
  figure?: FigureAsked | undefined
}

/**
 * The figures of a report by their column, each as SQL of the rows `(number, before, debit, credit)`: how often what an account had before the
 * days, its debit and its credit are in the figure. `$6::text` is the line. Those of `lines` stand in one, others at the end of the report.
 */
export interface Figures {
  lines: Readonly<Record<string, string>>
  /** SQL: whether there is such a line. */
  isThere: string
  ends: Readonly<Record<string, string>>
  /** The rows are `(entry_number, account_number, part)` already: entries that the report itself reads. */
  areParts?: true
}

/** Reads `1020.credit` or `result`. */
export function figureAsked(text: string, after?: number): FigureAsked {
  const dot = text.lastIndexOf('.')
  return { ...(dot >= 0 && { line: text.slice(0, dot) }), column: text.slice(dot + 1), after }
}

/** Whether a report has such a column; that the line is there is known when it is read. */
export const isFigure = ({ lines, ends }: Figures, { line, column }: FigureAsked): boolean =>
  Object.hasOwn(line === undefined ? ends : lines, column)

/** How the figures of a report are asked for, where `NUMBER` is that of a line. */
export const figureNames = ({ lines, ends }: Figures): string[] => [
  ...Object.keys(lines).map((column) => `NUMBER.${column}`),
  ...Object.keys(ends),
]

const COLUMNS: readonly Column[] = [
  { name: 'entryNumber', column: 'entry_number' },
  { name: 'accountNumber', column: 'account_number' },
  { name: 'date', column: 'date' },
  { name: 'type', column: 'type' },
  { name: 'journalNumber', column: 'journal_number' },
  { name: 'voucherNumber', column: 'voucher_number' },
  { name: 'text', column: 'text', isText: true },
  { name: 'amountInBaseCurrency', column: 'amount_in_base_currency' },
  { name: 'part', column: 'part' },
]

/** A report with one of its figures explained. @param values those of the report itself, `$1` to `$5`. */
export const explainedStatement = (
  parts: ReportParts,
  { figures, figure }: { figures: Figures; figure: FigureAsked },
  format: ReportFormat,
  values: NonNullable<Statement['values']>,
): Statement =>
  reportStatement(explainedTexts(parts, figures, figure), format, [...values, figure.line ?? null, figure.after ?? 0])

/**
 * The texts of a report with one of its figures explained: `explained`, a page of the entries that make it, each with its part;
 * `explainedAccounts`, those parts by account; `explainedAmount`, their sum, and `explainedNext`, the entry behind which to go on. In
 * CSV the entries alone. What `BALANCES` has stands before: entries count as they do there. No row where there is no such line.
 */
function explainedTexts(
  parts: ReportParts,
  figures: Figures,
  { line, column }: FigureAsked,
): Readonly<Record<ReportFormat, string>> {
  const weights = (line === undefined ? figures.ends : figures.lines)[column]!
  const where = line === undefined ? '$6::text IS NULL' : figures.isThere
  const explained: ReportParts = {
    ...parts,
    with: `${parts.with}, ${figures.areParts ? readBy(weights) : addedBy(weights)}, ${PAGE_OF_PARTS}`,
    where,
    optional: {
      ...parts.optional,
      explainedAmount: '(SELECT coalesce(sum(p.part), 0.00)::numeric(24, 2) FROM explained_part p)',
      explainedAccounts: `(SELECT coalesce(json_agg(json_build_object('accountNumber', s.account_number, 'name', c.name,
        'amount', s.amount) ORDER BY s.account_number), '[]') FROM (
          SELECT p.account_number, sum(p.part) AS amount FROM explained_part p GROUP BY p.account_number HAVING sum(p.part) <> 0
        ) s JOIN chart c ON c.number = s.account_number)`,
      explained: `(SELECT coalesce(json_agg(json_build_object(
        ${COLUMNS.map((one) => `'${one.name}', x.${one.column}`).join(', ')}) ORDER BY x.entry_number), '[]') FROM explained_item x)`,
      explainedNext: `(SELECT max(x.entry_number) FROM explained_item x
        WHERE EXISTS (SELECT FROM explained_part p WHERE p.entry_number > (SELECT max(y.entry_number) FROM explained_item y)))`,
    },
  }
  const lines = `(SELECT string_agg(${csvLine(COLUMNS)}, '' ORDER BY x.entry_number) FROM explained_item x)`
  return {
    json: renderings(explained).json,
    csv: `WITH ${explained.with} SELECT ${csvHeader(COLUMNS)} || coalesce(${lines}, '') FROM asked WHERE ${where}`,
  }
}

const readBy = (parts: string): string =>
  `explained_part (entry_number, account_number, part) AS MATERIALIZED (${parts})`

const addedBy = (weights: string): string => `weight (number, before, debit, credit) AS MATERIALIZED (${weights}),
  explained_part AS MATERIALIZED (
    SELECT e.entry_number, e.on_account AS account_number, CASE
      WHEN e.is_before THEN w.before * e.amount WHEN e.amount >= 0 THEN w.debit * e.amount ELSE w.credit * -e.amount END AS part
    FROM (
      SELECT e.entry_number, e.amount_in_base_currency AS amount, e.type IN (7, 8) OR e.date < r.first AS is_before,
        ${ACCOUNT_OF_ENTRY} AS on_account
      FROM range r CROSS JOIN begun b
      JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN b.day AND r.last
      WHERE (e.account_number IN (SELECT w.number FROM weight w) OR e.account_number IN (SELECT d.number FROM divided d WHERE d.goes))
        AND (e.type NOT IN (7, 8)
          OR e.accounting_year = (SELECT y.year FROM accounting_year y WHERE y.agreement = $1 AND y.date_from = b.day))
    ) AS e JOIN weight w ON w.number = e.on_account
    WHERE CASE WHEN e.is_before THEN w.before WHEN e.amount >= 0 THEN w.debit ELSE w.credit END <> 0 AND e.amount <> 0
  )`

const PAGE_OF_PARTS = `explained_item AS MATERIALIZED (
    SELECT e.entry_number, p.account_number, e.date, e.type, e.journal_number, e.voucher_number, e.text, e.amount_in_base_currency,
      p.part::numeric(24, 2) AS part
    FROM (SELECT * FROM explained_part p WHERE p.entry_number > $7::int ORDER BY p.entry_number LIMIT ${CURSOR_PAGE_SIZE}) AS p
    CROSS JOIN LATERAL (SELECT * FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = p.entry_number OFFSET 0) AS e
  )`

/** SQL: accounts of a line of the chart: the account of its number, or those that the sum of its number adds up, of the CTE `of`. */
export const accountsOfLine = (weights: string, of = 'line'): string => `
  SELECT l.number, ${weights} FROM ${of} l WHERE l.number::text = $6::text
  UNION SELECT l.number, ${weights} FROM ${of} l JOIN part_of_sum s ON l.number BETWEEN s.low AND s.high WHERE s.sum_number::text = $6::text`

/** SQL: whether an item has the line, and an amount. */
export const IS_ITEM = 'EXISTS (SELECT FROM item x WHERE x.number::text = $6::text AND x.amount IS NOT NULL)'
