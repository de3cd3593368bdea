import type { Transaction } from '../../database/connection.ts'
import type { ErrorCode, Fault } from '../../errors/catalogue.ts'
import { IMPORTED_VALUES_MAX, NUMBER_MAX } from '../../limits.ts'
import { writeRecords } from '../../records/records.ts'
import { int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { dimensionValues } from '../dimensions/values.ts'
import { cellsOf, linesOf } from './csv-lines.ts'

/** A line of the text; its place counts from 1. */
interface Line {
  place: number
  /** The line number that the text gives, if lines have numbers. */
  index: string | undefined
  key: string
  name: string
  /** How many cells the line has. */
  cells: number
}

/** The cells of a line: `index;key;name`. */
const CELLS_MAX = 3
/** The longest name of a value, and the longest line. */
const NAME_MAX = 255
const LINE_MAX = NAME_MAX + 25

/** What the lines of a text say: `key;name`, or `index;key;name`. Skips a first line with these words. */
function valuesOf(csv: string): Line[] {
  return linesOf(csv)
    .map(({ text, line }) => {
      const cells = cellsOf(text, ';')
      const [name = '', key = '', index] = cells.length > 1 ? cells.toReversed() : ['', cells[0]]
      return { place: line, index, key, name, cells: cells.length }
    })
    .filter(({ place, key }) => place > 1 || key !== 'key')
}

/** The most characters of a cell that a message quotes, so that messages stay short. */
const QUOTED_MAX = 30
const quoted = (cell: string): string => {
  const characters = [...cell.slice(0, 2 * QUOTED_MAX + 2)]
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX).join('')}…` : cell
}

/** The faults of single lines, and of lines that repeat a key or index. */
function faultsOf(lines: readonly Line[]): Fault[] {
  const faults: Fault[] = []
  const seen = { key: new Set<string>(), index: new Set<string>() }
  const fault = (code: ErrorCode, { place }: Line, what: string): void =>
    void faults.push({ code, property: 'csv', message: `Line ${place}: ${what}` })
  for (const line of lines) {
    const { key, index, name, cells } = line
    const number = Number(key)
    if (cells > CELLS_MAX) fault('ValueNotAllowed', line, `it has ${cells} cells, and at most ${CELLS_MAX} are read.`)
    if (!/^-?\d+$/.test(key)) fault('ValueTypeInvalid', line, `'${quoted(key)}' is no key: that is a whole number.`)
    else if (number < 1) fault('KeyNumberIsZeroOrNegative', line, `the key ${quoted(key)} is not above 0.`)
    else if (number > NUMBER_MAX)
      fault('KeyNumberExceedsMaximumDigits', line, `the key ${quoted(key)} has more than 9 digits.`)
    else if (seen.key.has(String(number))) fault('DimensionValueImportDuplicateKey', line, `the key ${number} again.`)
    if (index !== undefined && seen.index.has(index)) {
      fault('DimensionValueImportDuplicateIndex', line, `the line number ${quoted(index)} again.`)
    }
    if ([...name].length > NAME_MAX) fault('ValueTooLong', line, `the name has more than ${NAME_MAX} characters.`)
    seen.key.add(String(number))
    if (index !== undefined) seen.index.add(index)
  }
  if (lines.length > IMPORTED_VALUES_MAX) {
    const message = `There may be ${IMPORTED_VALUES_MAX} lines, and there are ${lines.length}.`
    faults.push({ code: 'ValueOutOfRange', property: 'csv', message })
  }
  return faults
}

/**
 * Creates missing values and renames existing ones: what a value must be was asked of the lines. @returns how many of
 * each.
 */
async function write(
  transaction: Transaction,
  agreement: number,
  dimension: number,
  lines: readonly Line[],
  faults: Fault[],
): Promise<{ created: number; updated: number }> {
  const given = JSON.stringify(lines.map(({ key, name, place }) => ({ key: Number(key), name, place })))
  const found = await transaction.rows<{ place: number; key: number }>(
    `SELECT l.place, l.key FROM json_to_recordset($3::json) AS l(key int, place int)
     JOIN dimension_key k ON k.agreement = $1 AND k.dimension_number = $2 AND k.number = l.key AND k.is_distribution
       ORDER BY l.place`,
    [agreement, dimension, given],
  )
  for (const { place, key } of found) {
    const message = `Line ${place}: a distribution has the key ${key}.`
    faults.push({ code: 'DimensionValueImportDistributionKeyInUse', property: 'csv', message })
  }
  if (found.length > 0) return { created: 0, updated: 0 }
  const renamed = await transaction.rows<{ key: number }>(
    `UPDATE dimension_value v SET name = l.name, last_updated = clock_timestamp(),
      object_version = nextval('object_version')
     FROM json_to_recordset($3::json) AS l(key int, name text)
     WHERE v.agreement = $1 AND v.dimension_number = $2 AND v.number = l.key RETURNING v.number AS key`,
    [agreement, dimension, given],
  )
  const known = new Set(renamed.map(({ key }) => key))
  const missing = lines.filter(({ key }) => !known.has(Number(key)))
  const values = missing.map(({ key, name }) => ({ dimensionNumber: dimension, key: Number(key), name }))
  await writeRecords(transaction, agreement, dimensionValues, values, { isTrusted: true })
  return { created: values.length, updated: renamed.length }
}

/** Import of values of a dimension, from CSV as spreadsheets write it (rule 15.1). */
export const valueImport = operations('DimensionValueImport', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/dimension-values/import',
      status: 200,
      summary: 'Create and rename values of a dimension from CSV, all or none',
      schema: 'DimensionValueImport',
      body: {
        dimensionNumber: int32(1, 3).required().describe('Of the dimension that the values are of'),
        csv: text(IMPORTED_VALUES_MAX * LINE_MAX)
          .required()
          .describe('Lines `key;name` or `index;key;name`; a header line with these words is skipped'),
      },
      answer: {
        created: int32().present().describe('How many values were created'),
        updated: int32().present().describe('How many values existed and have the name of their line now'),
      },
      async run({ transaction, caller: { agreement } }, { body, faults }) {
        const { dimensionNumber, csv } = body as { dimensionNumber: number; csv: string }
        // Imports of a dimension run one after the other: each sees the values of those before, whatever the order of
        // its lines.
        const [dimension] = await transaction.rows(
          'SELECT FROM dimension WHERE agreement = $1 AND number = $2 FOR NO KEY UPDATE',
          [agreement, dimensionNumber],
        )
        const lines = valuesOf(csv)
        if (!dimension) faults.push({ code: 'ValueNotAllowed', property: 'dimensionNumber' })
        faults.push(...faultsOf(lines))
        if (faults.length > 0) return { status: 200, body: '{}' }
        const counted = await write(transaction, agreement, dimensionNumber, lines, faults)
        return { status: 200, body: JSON.stringify(counted) }
      },
    },
  ],
  codes: [
    'DimensionValueImportDistributionKeyInUse',
    'DimensionValueImportDuplicateIndex',
    'DimensionValueImportDuplicateKey',
    'KeyNumberExceedsMaximumDigits',
    'KeyNumberIsZeroOrNegative',
  ],
})
