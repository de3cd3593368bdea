import { expect, test } from 'vitest'
import { type BookedEntry, ENTRY_COLUMNS, ENTRY_TYPES } from '../../src/ledger/booking/entry-columns.ts'
import { FIRST_SEAL, Sealer } from '../../src/ledger/booking/seal.ts'
import { SEALED_LINE } from '../../src/ledger/proof/sealed-lines.ts'
import { freshBooks } from './books.ts'

const books = freshBooks()

const BOOKING = { number: 1, journalNumber: 1, firstEntry: 1, lastEntry: 1, bookedAt: '2026-01-31T08:00:00.000Z' }
const REQUIRED = {
  entry_number: 7,
  account_number: 1310,
  type: 3,
  date: '2026-01-31',
  accounting_year: '2026',
  voucher_number: 14,
  amount: -12.5,
  amount_in_base_currency: 93.126,
  currency: 'EUR',
  exchange_rate: 745,
}
const PROPERTIES = Object.keys(ENTRY_TYPES) as (keyof BookedEntry)[]
const OPTIONAL = ENTRY_COLUMNS.names.split(', ').filter((name) => !(name in REQUIRED))
/** Every character that PostgreSQL takes below U+0800, and some of those that JSON or JavaScript treat differently. */
const EVERY_CHARACTER = String.fromCodePoint(
  ...Array.from({ length: 0x7ff }, (_, at) => at + 1),
  0x20_28,
  0x20_29,
  0xff_fd,
  0xff_ff,
  0x1_f4_b6,
  0x10_ff_ff,
)

function valueOf(column: string): string | number {
  const type = Object.values(ENTRY_TYPES)[ENTRY_COLUMNS.names.split(', ').indexOf(column)]
  return type === 'text' ? EVERY_CHARACTER : type === 'date' ? '0044-03-15' : 0
}

/** The seals of a row of `booked_entry`: with its values one by one, and with its line. */
async function sealsOf(row: Record<string, unknown>): Promise<[string, string]> {
  const [found] = await books.database.rows<BookedEntry & { line: string }>(
    `SELECT ${ENTRY_COLUMNS.read('e')}, ${SEALED_LINE} AS line FROM json_populate_record(NULL::booked_entry, $1::text::json) AS e`,
    [JSON.stringify(row)],
  )
  const [byValues, byLine] = [new Sealer(FIRST_SEAL, BOOKING), new Sealer(FIRST_SEAL, BOOKING)]
  byValues.add(PROPERTIES.map((property) => found![property]))
  byLine.addLine(found!.line)
  return [byValues.seal().toString('hex'), byLine.seal().toString('hex')]
}

const CASES: [string, Record<string, string | number>][] = [
  ['what every entry has', {}],
  ['everything', Object.fromEntries([...OPTIONAL, 'accounting_year', 'currency'].map((name) => [name, valueOf(name)]))],
  ...OPTIONAL.map((name): [string, Record<string, string | number>] => [name, { [name]: valueOf(name) }]),
]

test.each(CASES)('the line of an entry with %s is what is sealed of it', async (_name, more) => {
  const [byValues, byLine] = await sealsOf({ ...REQUIRED, ...more })
  expect(byLine).toBe(byValues)
})

test('another value makes another line', async () => {
  const [, seal] = await sealsOf(REQUIRED)
  const others = await Promise.all(OPTIONAL.map((name) => sealsOf({ ...REQUIRED, [name]: valueOf(name) })))
  expect(new Set([seal, ...others.map(([, byLine]) => byLine)]).size).toBe(OPTIONAL.length + 1)
})
