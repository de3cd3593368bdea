import type { Statement } from '../../database/connection.ts'

/** How a report is rendered. */
export type ReportFormat = 'json' | 'csv'

/** A column of a report's items: its name in JSON and in the header row, and the CTE column it is read from. */
export interface Column {
  name: string
  column: string
  /** Written as text: quoted in CSV, and guarded against being taken for a formula. */
  isText?: true
}

/** What a report is made of, as SQL over its CTEs. */
export interface ReportParts {
  /** The CTEs, the last of them `item` with the columns named; `asked` among them. */
  with: string
  columns: readonly Column[]
  /** Order of the items, of the row `x`. */
  order: string
  /** JSON properties beside `items`, each an SQL expression. */
  before?: Readonly<Record<string, string>>
  after?: Readonly<Record<string, string>>
  /** JSON properties at the end that are left out where their expression is NULL. */
  optional?: Readonly<Record<string, string>>
  /** What must hold for there to be a report. */
  where?: string
}

/**
 * The two texts of a report's statement. Each answers one row with one column, the finished body: JSON
 * `{…before, items, …after}`, or CSV (RFC 4180) with a header row and the items alone. No row when `asked` has none, or
 * `where` does not hold.
 */
export function renderings(parts: ReportParts): Readonly<Record<ReportFormat, string>> {
  const { columns, order, before = {}, after = {}, optional = {}, where = 'true' } = parts
  const item = columns.map(({ name, column }) => `'${name}', x.${column}`).join(', ')
  const items = `(SELECT coalesce(json_agg(json_build_object(${item}) ORDER BY ${order}), '[]') FROM item x)`
  const properties = Object.entries({ ...before, items, ...after }).map(([name, sql]) => `'${name}', ${sql}`)
  const more = Object.entries(optional).map(([name, sql]) => ` || coalesce(', "${name}" : ' || ${sql}::text, '')`)
  const body = `json_build_object(${properties.join(', ')})::text`
  const lines = `(SELECT string_agg(${csvLine(columns)}, '' ORDER BY ${order}) FROM item x)`
  return {
    json: `WITH ${parts.with} SELECT ${more.length === 0 ? body : `left(${body}, -1)${more.join('')} || '}'`} FROM asked
      WHERE ${where}`,
    csv: `WITH ${parts.with} SELECT ${csvHeader(columns)} || coalesce(${lines}, '') FROM asked WHERE ${where}`,
  }
}

/** SQL for the header row of a CSV text. */
export function csvHeader(columns: readonly Column[]): string {
  return `'${columns.map(({ name }) => name).join(',')}' || E'\\r\\n'`
}

/** SQL for the CSV line of the row `x`, with its end. */
export function csvLine(columns: readonly Column[]): string {
  const cells = columns.map(({ column, isText }) => `coalesce(${isText ? textCell(column) : `x.${column}::text`}, '')`)
  return `${cells.join(` || ',' || `)} || E'\\r\\n'`
}

/**
 * Characters that make a spreadsheet take a cell for a formula, also behind spaces and in their full width. Such a text
 * gets an apostrophe before it, which tells spreadsheets that it is text.
 */
const FORMULA = `'^[\\t\\r\\n]|^\\s*[-=+@＝＋－＠]'`

const textCell = (column: string): string =>
  `'"' || replace(CASE WHEN x.${column} ~ ${FORMULA} THEN '''' ELSE '' END || x.${column}, '"', '""') || '"'`

/** A report's statement: one of its two texts, with its values. */
export function reportStatement(
  texts: Readonly<Record<ReportFormat, string>>,
  format: ReportFormat,
  values: Statement['values'],
): Statement {
  return { text: texts[format], values }
}
