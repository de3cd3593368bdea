/** Rows as lines of text, with a column for each of the properties. */
export function table(rows: readonly object[], columns: readonly string[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell((row as Record<string, unknown>)[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  const text = lines.map((line) =>
    line
      .map((value, at) => value.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
  return text.join('\n')
}

const cell = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : value === null || value === undefined ? '-' : String(value)
