import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { NumberText } from '../../records/number-text.ts'
import { valueReader } from '../../records/values.ts'
import type { Fields } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { cellsOf, linesOf } from './csv-lines.ts'

/** The lists of opening balances, by what an item of each has. */
export type OpeningLists = Readonly<Record<ListName, Fields>>
type ListName = 'accounts' | 'items' | 'assets'

/** What lines of CSV say, by list, and the line that each item stands in. */
export interface OpeningLines {
  lists: Record<ListName, Item[]>
  lines: Record<ListName, number[]>
  faults: Fault[]
}

/** Columns of assets that a list calls otherwise. */
const ASSET_COLUMNS: Readonly<Record<string, string>> = { assetNumber: 'number' }
const AS_DECLARED = { leeway: { mends: false }, note: () => {} }

const lineFault = (code: Fault['code'], line: number, what: string): Fault => ({
  code,
  property: 'csv',
  message: `Line ${line}: ${what}`,
})

/**
 * Reads lines of CSV as items of opening balances. The first line names the columns; a line with an `assetNumber` is an
 * asset, one with a customer or supplier an item, any other an account. Behind semicolons and tabs decimals may have a
 * comma, and points between thousands.
 */
export function openingLines(csv: string, fields: OpeningLists): OpeningLines {
  const [head, ...rest] = linesOf(csv)
  const found: OpeningLines = {
    lists: { accounts: [], items: [], assets: [] },
    lines: { accounts: [], items: [], assets: [] },
    faults: [],
  }
  if (!head) return found
  const delimiter = [';', '\t', ','].find((one) => head.text.includes(one)) ?? ';'
  const columns = cellsOf(head.text, delimiter)
  const known = new Set(Object.values(fields).flatMap((one) => Object.keys(one)))
  for (const [at, name] of columns.entries()) {
    const isKnown = name === 'assetNumber' || (known.has(name) && name !== 'number')
    if (!isKnown) found.faults.push(lineFault('ValueNotAllowed', head.line, `there is no column ${name.slice(0, 30)}.`))
    else if (columns.indexOf(name) < at) found.faults.push(lineFault('ItemRepeated', head.line, `${name} again.`))
  }
  if (found.faults.length > 0) return found
  const read = readerOf(fields, delimiter !== ',')
  for (const { text, line } of rest) {
    const cells = cellsOf(text, delimiter)
    if (cells.length > columns.length) {
      found.faults.push(
        lineFault('ValueNotAllowed', line, `it has ${cells.length} cells, and ${columns.length} columns.`),
      )
      continue
    }
    const given = Object.fromEntries(
      columns.map((name, at) => [name, cells[at] ?? '']).filter(([, cell]) => cell !== ''),
    )
    const { list, item } = read(given as Record<string, string>, line, found.faults)
    found.lists[list].push(item)
    found.lines[list].push(line)
  }
  return found
}

type ReadLine = (given: Record<string, string>, line: number, faults: Fault[]) => { list: ListName; item: Item }

function readerOf(fields: OpeningLists, hasComma: boolean): ReadLine {
  const readers = Object.fromEntries(
    Object.entries(fields).map(([list, one]) => [
      list,
      new Map(Object.entries(one).map(([name, field]) => [name, { field, read: valueReader(field) }])),
    ]),
  )
  return (given, line, faults) => {
    const isItem = given.customerNumber !== undefined || given.supplierNumber !== undefined
    const list = given.assetNumber !== undefined ? 'assets' : isItem ? 'items' : 'accounts'
    const own = readers[list]!
    const item: Item = {}
    for (const [column, cell] of Object.entries(given)) {
      const name = list === 'assets' ? (ASSET_COLUMNS[column] ?? column) : column
      const reader = own.get(name)
      if (!reader) {
        faults.push(lineFault('ValueNotAllowed', line, `${column} is not one of ${list}.`))
        continue
      }
      const isNumber = reader.field.facts.type === 'int32' || reader.field.facts.type === 'decimal'
      const value = isNumber ? numberOf(hasComma ? withPoint(cell) : cell) : cell
      const wrong: Fault[] = []
      item[name] = reader.read(value, column, wrong, AS_DECLARED)
      faults.push(...wrong.map(({ code, message }) => lineFault(code, line, message ?? column)))
    }
    for (const [name, { field }] of own) {
      if (!field.facts.required || given[name === 'number' ? 'assetNumber' : name] !== undefined) continue
      faults.push(lineFault(field.facts.codes.required ?? 'ValueRequired', line, `${name} is missing.`))
    }
    return { list, item }
  }
}

/** A number as a body has it; what is none stays text, and is refused as such. */
const numberOf = (cell: string): unknown => (/^-?\d+(\.\d+)?$/.test(cell) ? new NumberText(cell) : cell)

/** A number as spreadsheets write it here: `1.234,50` is `1234.50`. */
const withPoint = (cell: string): string =>
  /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell

/** Faults of items that stand in lines, by their lines; others as they are. @throws ApiError */
export async function byLine<Result>({ lines }: OpeningLines, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(
      error.faults.map((fault) => {
        const [, list, at, property] = /^(accounts|items|assets)\[(\d+)\]\.(\w+)$/.exec(fault.property ?? '') ?? []
        const line = list === undefined ? undefined : lines[list as ListName][Number(at)]
        if (line === undefined) return fault
        const what = fault.message ?? new ApiError(fault).message
        return lineFault(fault.code, line, `${property}: ${what}`)
      }),
      error.headers,
    )
  }
}
