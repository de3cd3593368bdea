import { readFileSync } from 'node:fs'
import type { Transaction } from '../database/connection.ts'
import type { DemoDays } from './calendar.ts'

/** A row of a data file, by the names of its columns. An empty cell is null. */
export type DataRow = Readonly<Record<string, string | null>>

/** A row as a table takes it. */
type TableRow = Readonly<Record<string, string | number | boolean | null>>

/** The data files of the demo company: beside this file in the sources, beside the program when that is compiled. */
const FOLDER = new URL('./data/', import.meta.url)

/**
 * Reads a data file of the demo company: a line with the names of its columns, then a line for each row, with `;`
 * between cells and without quotation marks.
 */
export function dataOf(name: string): DataRow[] {
  const [head, ...lines] = readFileSync(new URL(`${name}.csv`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head!.split(';')
  return lines.map((line, at) => {
    const cells = line.split(';')
    if (cells.length !== columns.length)
      throw new Error(`${name}.csv, line ${at + 2}: ${columns.length} cells expected.`)
    return Object.fromEntries(columns.map((column, place) => [column, cells[place] || null]))
  })
}

/** The same, its cells that are days of the story as days of the calendar, in order of the file. */
export function storyOf(name: string, days: DemoDays): (DataRow & { day: string })[] {
  return dataOf(name).map((row) => ({ ...row, day: days.on(row.day!) }))
}

/**
 * Inserts rows of master data into the table of their columns. The rules of resources are not asked, for speed: what
 * the tables themselves refuse is refused, and the books that follow are written and judged by the ledger (`verify`).
 */
export async function fillTable(
  transaction: Transaction,
  agreement: number,
  table: string,
  rows: readonly TableRow[] = dataOf(table),
): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const named = [table, ...columns].find((name) => !/^[a-z_]+$/.test(name))
  if (named !== undefined) throw new Error(`${named} is no name of a table or column.`)
  await transaction.rows(
    `INSERT INTO ${table} (agreement, ${columns.join(', ')})
     SELECT $1::int, ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $2::json)`,
    [agreement, JSON.stringify(rows)],
  )
}

/** Rows whose columns of these names are days of the story, as days of the calendar. */
export const withDays = (rows: readonly DataRow[], days: DemoDays, ...columns: readonly string[]): DataRow[] =>
  rows.map((row) => ({
    ...row,
    ...Object.fromEntries(columns.map((column) => [column, row[column] == null ? null : days.on(row[column])])),
  }))
