/** A column of a CSV text, by the API's name for it. */
export interface CsvColumn {
  name: string
  /** Stands as the API says it; everything else is text. */
  isFigure?: true
}

type Cell = string | number | null

/** Characters that make a spreadsheet take a cell for a formula, as the API's own CSV guards against them. */
const FORMULA = /^[\t\r\n]|^\s*[-=+@＝＋－＠]/

const written = (value: Cell, { isFigure }: CsvColumn): string => {
  if (value === null) return ''
  const text = String(value)
  return isFigure ? text : `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** CSV (RFC 4180) with a header row, as the API writes it. */
export const csvOf = (columns: readonly CsvColumn[], rows: readonly (readonly Cell[])[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map((column, at) => written(row[at] ?? null, column)))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
