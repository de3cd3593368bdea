/** A line of CSV that says something, and its number in the text, from 1. */
export interface CsvLine {
  text: string
  line: number
}

/** The lines of a text of CSV, as spreadsheets of every system end them, without those that are empty. */
export const linesOf = (csv: string): CsvLine[] =>
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => text.trim() !== '')

/**
 * The cells of a line such as `a;"b ""c"""`, without quotation marks and spaces around them. A cell with characters
 * behind its closing quote keeps its quotes.
 */
export function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    // A tab may be the delimiter: only spaces are around a cell.
    const quoted = /^ *"((?:[^"]|"")*)" */.exec(rest)
    const isQuoted = quoted !== null && (quoted[0].length === rest.length || rest[quoted[0].length] === delimiter)
    const end = isQuoted ? quoted[0].length : rest.indexOf(delimiter)
    cells.push(isQuoted ? quoted[1]!.replaceAll('""', '"') : (end < 0 ? rest : rest.slice(0, end)).trim())
    if (end < 0 || end === rest.length) return cells
    rest = rest.slice(end + 1)
  }
}
