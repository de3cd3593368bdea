import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BLANK, ENTRY_COLUMNS, ENTRY_TYPES, type Posting, valuesOf } from '../../src/ledger/booking/entry-columns.ts'
import { FIRST_SEAL, Sealer } from '../../src/ledger/booking/seal.ts'

const BOOKING = { number: 1, journalNumber: 2, firstEntry: 7, lastEntry: 7, bookedAt: '2026-01-31T08:00:00.000Z' }
const ENTRY: Posting = {
  ...BLANK,
  accountNumber: 1310,
  type: 3,
  date: '2026-01-31',
  accountingYear: '2026',
  journalNumber: 2,
  voucherNumber: 14,
  amount: 1250n,
  amountInBaseCurrency: 9313n,
  currency: 'EUR',
  exchangeRate: 745_000_000n,
  text: 'Køb "x"',
  departmentNumber: 5,
}
const LINES =
  '[1,2,7,7,"2026-01-31T08:00:00.000Z"]\n' +
  '[7,1310,3,"2026-01-31","2026",2,14,"12.50","93.13","EUR","745.000000","Køb \\"x\\"",null,null,null,null,null,null,null,null,5'

/** The seal of a booking of that one entry. */
function sealOf(entry: Posting): string {
  const sealer = new Sealer(FIRST_SEAL, BOOKING)
  sealer.add(valuesOf(entry, 7))
  return sealer.seal().toString('hex')
}

const hashOf = (lines: string): string => createHash('sha256').update(Buffer.alloc(32)).update(lines).digest('hex')

test('an entry without units, employee or asset is sealed as it was before entries could have them', () => {
  expect(sealOf(ENTRY)).toBe(hashOf(`${LINES}]\n`))
})

test.each([
  [{ unit1Number: 3 }, '3,null,null,null,null,null'],
  [{ unit1Number: 3, quantity1: -15_000n }, '3,"-1.5000",null,null,null,null'],
  [{ unit2Number: 4, quantity2: 0n }, 'null,null,4,"0.0000",null,null'],
  [{ employeeNumber: 9, assetNumber: 1 }, 'null,null,null,null,9,1'],
])('an entry with %o is sealed with all of them', (more, values) => {
  expect(sealOf({ ...ENTRY, ...more })).toBe(hashOf(`${LINES},${values}]\n`))
})

/**
 * The columns that the seals of all books there are have, each list behind the one before. Nothing in it may ever move.
 */
const SEALED = {
  ofEveryEntry: [
    ...['entry_number', 'account_number', 'type', 'date', 'accounting_year', 'journal_number', 'voucher_number'],
    ...['amount', 'amount_in_base_currency', 'currency', 'exchange_rate', 'text', 'vat_code'],
    ...['customer_number', 'customer_invoice_number', 'supplier_number', 'supplier_invoice_number', 'due_date'],
    ...['project_number', 'cost_type_number', 'department_number'],
  ],
  withUnits: ['unit1_number', 'quantity1', 'unit2_number', 'quantity2', 'employee_number', 'asset_number'],
  withKeys: ['departmental_distribution_number', 'dimension2_key', 'dimension3_key'],
  withShare: ['non_deductible_vat_code'],
  withDocumentDate: ['document_date'],
  withExternalNumber: ['external_number'],
}

test('the columns of the seal are those of the books there are, in their order', () => {
  expect(ENTRY_COLUMNS.names.split(', ')).toEqual(Object.values(SEALED).flat())
})

/**
 * The seal of an entry that has all columns up to `last`, and nothing after; and that of the first `count` of its
 * values.
 */
function sealsUpTo(last: number, count: number): [string, string] {
  const values = Object.keys(ENTRY_TYPES).map((_, at) => (at <= last ? at : null))
  const sealer = new Sealer(FIRST_SEAL, BOOKING)
  sealer.add(values)
  const line = JSON.stringify(values.slice(0, count))
  return [sealer.seal().toString('hex'), hashOf(`${LINES.split('\n')[0]}\n${line}\n`)]
}

test('an entry is sealed in the order of its columns, and of later ones only up to those that came with its last', () => {
  let count = 0
  const ends = Object.values(SEALED).map(({ length }) => (count += length))
  for (let last = 0; last < count; last++) {
    const [seal, expected] = sealsUpTo(
      last,
      ends.find((end) => last < end)!,
    )
    expect(seal, `up to column ${last}`).toBe(expected)
  }
})

test.each([
  [{ departmentalDistributionNumber: 3 }, '3,null,null'],
  [{ dimension2Key: 4 }, 'null,4,null'],
  [{ dimension3Key: 5 }, 'null,null,5'],
])('an entry with %o is sealed with units, employee and asset, too', (more, values) => {
  expect(sealOf({ ...ENTRY, ...more })).toBe(hashOf(`${LINES},null,null,null,null,null,null,${values}]\n`))
})

test('an entry with a document date is sealed with all of them', () => {
  expect(sealOf({ ...ENTRY, documentDate: '2026-01-02' })).toBe(hashOf(`${LINES}${',null'.repeat(10)},"2026-01-02"]\n`))
})

test('an entry has the values that the database writes', () => {
  const entry = { ...ENTRY, amount: -5n, exchangeRate: 1n, quantity1: 15_000n }
  expect(JSON.stringify(valuesOf(entry, 8))).toBe(
    '[8,1310,3,"2026-01-31","2026",2,14,"-0.05","93.13","EUR","0.000001","Køb \\"x\\"",' +
      'null,null,null,null,null,null,null,null,5,null,"1.5000",null,null,null,null,null,null,null,null,null,null]',
  )
})

test('many entries are sealed as one after the other', () => {
  const sealer = new Sealer(FIRST_SEAL, BOOKING)
  for (let at = 0; at < 1000; at++) sealer.add(valuesOf(ENTRY, 7))
  const [booking, entry] = LINES.split('\n')
  expect(sealer.seal().toString('hex')).toBe(hashOf(`${booking}\n${`${entry}]\n`.repeat(1000)}`))
})
