import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BLANK } from '../../src/ledger/booking/posting.ts'
import { ENTRY_TYPES, FIRST_SEAL, Sealer, type SealedEntry } from '../../src/ledger/booking/seal.ts'

const BOOKING = { number: 1, journalNumber: 2, firstEntry: 7, lastEntry: 7, bookedAt: '2026-01-31T08:00:00.000Z' }
const ENTRY: SealedEntry = {
  ...BLANK,
  entryNumber: 7,
  accountNumber: 1310,
  type: 3,
  date: '2026-01-31',
  accountingYear: '2026',
  journalNumber: 2,
  voucherNumber: 14,
  amount: '12.50',
  amountInBaseCurrency: '93.13',
  currency: 'EUR',
  exchangeRate: '745.000000',
  text: 'Køb "x"',
  departmentNumber: 5,
  quantity1: null,
  quantity2: null,
}
const LINES =
  '[1,2,7,7,"2026-01-31T08:00:00.000Z"]\n' +
  '[7,1310,3,"2026-01-31","2026",2,14,"12.50","93.13","EUR","745.000000","Køb \\"x\\"",null,null,null,null,null,null,null,null,5'

/** The seal of a booking of that one entry. */
function sealOf(entry: SealedEntry): string {
  const sealer = new Sealer(FIRST_SEAL, BOOKING)
  sealer.add(entry)
  return sealer.seal().toString('hex')
}

const hashOf = (lines: string): string => createHash('sha256').update(Buffer.alloc(32)).update(lines).digest('hex')

test('an entry without units, employee or asset is sealed as it was before entries could have them', () => {
  expect(sealOf(ENTRY)).toBe(hashOf(`${LINES}]\n`))
})

test.each([
  [{ unit1Number: 3 }, '3,null,null,null,null,null'],
  [{ unit1Number: 3, quantity1: '-1.5000' }, '3,"-1.5000",null,null,null,null'],
  [{ unit2Number: 4, quantity2: '0.0000' }, 'null,null,4,"0.0000",null,null'],
  [{ employeeNumber: 9, assetNumber: 1 }, 'null,null,null,null,9,1'],
])('an entry with %j is sealed with all of them', (more, values) => {
  expect(sealOf({ ...ENTRY, ...more })).toBe(hashOf(`${LINES},${values}]\n`))
})

test('an entry is sealed in the order of its columns', () => {
  const properties = Object.keys(ENTRY_TYPES)
  const entry = Object.fromEntries(properties.map((property, at) => [property, at])) as unknown as SealedEntry
  const numbers = properties.map((_, at) => at).join(',')
  expect(sealOf(entry)).toBe(hashOf(`${LINES.split('\n')[0]}\n[${numbers}]\n`))
})

test('many entries are sealed as one after the other', () => {
  const sealer = new Sealer(FIRST_SEAL, BOOKING)
  for (let at = 0; at < 1000; at++) sealer.add(ENTRY)
  const [booking, entry] = LINES.split('\n')
  expect(sealer.seal().toString('hex')).toBe(hashOf(`${booking}\n${`${entry}]\n`.repeat(1000)}`))
})
