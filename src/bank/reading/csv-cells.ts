/** A row of a CSV file: its line in the file, and its cells. */
export interface Row {
  line: number
  cells: string[]
}

/**
 * The rows of a text. A cell in quotation marks may hold the delimiter, line breaks, and quotation marks written twice.
 * Rows without text are left out.
 */
export function* rowsOf(text: string, delimiter: string): Generator<Row> {
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let began = 1
  const end = (): Row | undefined => {
    cells.push(cell)
    const row = { line: began, cells }
    cells = []
    cell = ''
    return row.cells.some((one) => one.trim() !== '') ? row : undefined
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (isQuoted) {
      if (character === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (character === '"') isQuoted = false
      else {
        if (character === '\n') line += 1
        cell += character
      }
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      const row = end()
      if (row) yield row
      line += 1
      began = line
    } else cell += character
  }
  const row = end()
  if (row) yield row
}
