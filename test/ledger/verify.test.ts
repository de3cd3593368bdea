import { beforeEach, expect, test } from 'vitest'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { testDatabase } from '../database/harness.ts'
import { fillBooks, freshBooks } from './books.ts'
import { forgeSeals } from './forged-seals.ts'

const books = freshBooks()

/** Two bookings: an invoice of 125.00 (entries 1 to 3), and its payment of 100.00 (entries 4 and 5). */
beforeEach(async () => {
  const common = { journalNumber: 1, currency: 'DKK', supplierNumber: 1, supplierInvoiceNumber: 'A1' }
  await bookOne({ ...common, entryTypeNumber: 3, date: '2026-01-05', amount: '-125', contraVatCode: 'I25' })
  await bookOne({ ...common, entryTypeNumber: 4, date: '2026-02-05', amount: '100', contraAccountNumber: 5820 })
})

const DRAFT = {
  journalNumber: 1,
  currency: 'DKK',
  entryTypeNumber: 5,
  date: '2026-03-05',
  amount: '10',
  accountNumber: 1310,
  contraAccountNumber: 5820,
}

async function bookOne(entry: DraftEntryInput): Promise<void> {
  await books.create([entry])
  await books.book()
}

test('a ledger as it was booked is sound', async () => {
  expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 5 })
  expect(await verify(books.database, 1)).toEqual({ ok: false, entries: 0, fault: 'There is no agreement 1.' })
})

test('without an agreement all are verified', async () => {
  const { database, drop } = await testDatabase()
  await fillBooks(database)
  expect(await verify(database)).toEqual({ ok: true, entries: 0 })
  await database.rows('UPDATE counter SET value = value + 1')
  expect(await verify(database)).toMatchObject({ ok: false })
  await drop()
})

test.each([
  [
    'an amount',
    'UPDATE booked_entry SET amount = -124 WHERE agreement = $1 AND entry_number = 1',
    /booking 1: its seal/,
  ],
  [
    'two amounts that balance',
    'UPDATE booked_entry SET amount_in_base_currency = amount_in_base_currency * 2 WHERE agreement = $1 AND entry_number > 3',
    /booking 2: its seal/,
  ],
  ['a text', "UPDATE booked_entry SET text = 'x' WHERE agreement = $1 AND entry_number = 5", /booking 2: its seal/],
  [
    'a deleted entry',
    'DELETE FROM booked_entry WHERE agreement = $1 AND entry_number = 2',
    /entry 2 of booking 1 is missing/,
  ],
  [
    'a deleted last entry',
    'DELETE FROM booked_entry WHERE agreement = $1 AND entry_number = 5',
    /entry 5 of booking 2 is missing/,
  ],
  [
    'an entry of another booking',
    'UPDATE booked_entry SET booking = 2 WHERE agreement = $1 AND entry_number = 3',
    /entry 3 is in booking 2/,
  ],
  ['a booking gone', 'DELETE FROM booking WHERE agreement = $1 AND number = 1', /booking 1 is missing/],
  ['the last booking gone', 'DELETE FROM booking WHERE agreement = $1 AND number = 2', /entry 4 belongs to no booking/],
  [
    'the moment of a booking',
    "UPDATE booking SET booked_at = booked_at - interval '1 day' WHERE agreement = $1 AND number = 1",
    /booking 1: its seal/,
  ],
  [
    'a forged seal',
    "UPDATE booking SET seal = decode(repeat('ab', 32), 'hex') WHERE agreement = $1 AND number = 2",
    /booking 2: its seal/,
  ],
  [
    'a forged chain',
    "UPDATE booking SET previous_seal = decode(repeat('ab', 32), 'hex') WHERE agreement = $1 AND number = 2",
    /booking 2 does not carry the seal/,
  ],
  [
    'another voucher of a booking',
    `UPDATE booking SET vouchers = '[{"accountingYear":"2026","voucherNumber":9}]' WHERE agreement = $1 AND number = 1`,
    /booking 1: its vouchers are not those of its entries/,
  ],
  [
    'a voucher twice',
    `UPDATE booking SET vouchers = '[{"accountingYear":"2026","voucherNumber":1},{"accountingYear":"2026","voucherNumber":1}]' WHERE agreement = $1 AND number = 1`,
    /booking 1: its vouchers are not those of its entries/,
  ],
  [
    'a booking without its vouchers',
    "UPDATE booking SET vouchers = '[]' WHERE agreement = $1 AND number = 2",
    /booking 2: its vouchers are not those of its entries/,
  ],
  [
    'the bookings cut off with their entries',
    'WITH cut AS (DELETE FROM booking WHERE agreement = $1 AND number = 2) DELETE FROM booked_entry WHERE agreement = $1 AND entry_number > 3',
    /the counter booked_entry stands at 5, the last number is 3/,
  ],
  [
    'a total',
    'UPDATE period_total SET debit = debit + 1 WHERE agreement = $1 AND account_number = 1310',
    /account 1310, period 1 of 2026: its total is 101.00 .* sum to 100.00/,
  ],
  [
    'debit and credit alike',
    'UPDATE period_total SET debit = debit + 1, credit = credit + 1 WHERE agreement = $1 AND account_number = 1310',
    /account 1310/,
  ],
  ['a total gone', 'DELETE FROM period_total WHERE agreement = $1 AND account_number = 6906', /account 6906/],
  [
    'a total too many',
    "INSERT INTO period_total VALUES ($1, '2025', 1, 1010, 0, 5, 0)",
    /account 1010, period 1 of 2025/,
  ],
  [
    'a remainder',
    'UPDATE open_item SET remainder = -20 WHERE agreement = $1 AND entry_number = 1',
    /entry 1: its remainder is -20.00/,
  ],
  [
    'an open item gone',
    'DELETE FROM open_item WHERE agreement = $1 AND entry_number = 4',
    /entry 4: entry and open item/,
  ],
  [
    'an open item of another party',
    'UPDATE open_item SET supplier_number = 2 WHERE agreement = $1 AND entry_number = 4',
    /entry 4: entry and open item/,
  ],
  ['a match gone', 'DELETE FROM entry_match WHERE agreement = $1', /the counter entry_match stands at 1/],
  [
    'an amount of a match',
    'UPDATE entry_match SET amount = 1 WHERE agreement = $1',
    /entry 1: its remainder is -25.00/,
  ],
  [
    'an amount of a match in its currency',
    'UPDATE entry_match SET credit_amount = 1 WHERE agreement = $1',
    /entry \d: its remainder is .* \(.* DKK\)/,
  ],
  [
    'the day of a match',
    "UPDATE entry_match SET date = '2026-01-01' WHERE agreement = $1",
    /match 1: its entries \d and \d cannot settle each other/,
  ],
  [
    'a match that counts from a later day than its entries',
    "UPDATE entry_match SET date = '2026-02-06' WHERE agreement = $1",
    /match 1 does not count from 2026-02-06/,
  ],
  [
    'a counter gone',
    "DELETE FROM counter WHERE agreement = $1 AND name = 'booking'",
    /the counter booking stands at 0, the last number is 2/,
  ],
  [
    'a part of a distribution that its lines do not say',
    `INSERT INTO distribution_part (agreement, dimension_number, distribution_number, value_number, place, percent)
       VALUES ($1, 1, 90, 1, 1, 100)`,
    /distribution 90 of dimension 1 is not shared out as its lines say/,
  ],
  [
    'a remainder in currency',
    'UPDATE open_item SET remainder_in_currency = 1 WHERE agreement = $1 AND entry_number = 1',
    /entry 1: its remainder/,
  ],
])('finds %s', async (_name, statement, fault) => {
  await books.tamper(statement)
  const found = await verify(books.database, books.agreement)
  expect(found).toMatchObject({ ok: false, fault: expect.stringMatching(fault) as string })
  expect((found as { fault: string }).fault).toMatch(new RegExp(`^Agreement ${books.agreement}: `))
})

test('takes the vouchers of bookings in any writing, and each order for another', async () => {
  const drafts = [1, 2].map((voucherNumber) => ({ ...DRAFT, voucherNumber: 100 + voucherNumber }))
  await books.create(drafts)
  await books.book()
  const told = `{"voucherNumber" : 101, "accountingYear" : "20\\u0032\\u0036"}`
  const other = `{"accountingYear":"2026","voucherNumber":102}`
  await books.tamper(`UPDATE booking SET vouchers = '[ ${told},${other}]' WHERE agreement = $1 AND number = 3`)
  expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 9 })
  await books.tamper(`UPDATE booking SET vouchers = '[${other},${told}]' WHERE agreement = $1 AND number = 3`)
  expect(await verify(books.database, books.agreement)).toMatchObject({
    fault: `Agreement ${books.agreement}: booking 3: its vouchers are not those of its entries.`,
  })
})

test('finds what forged seals hide: a voucher out of balance, a total, a remainder', async () => {
  await forgeSeals(books)
  expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 5 })
  await books.tamper('UPDATE booked_entry SET amount_in_base_currency = -126 WHERE agreement = $1 AND entry_number = 1')
  await forgeSeals(books)
  expect(await verify(books.database, books.agreement)).toMatchObject({
    fault: `Agreement ${books.agreement}: voucher 1 of journal 1 in 2026 is out of balance by -1.00.`,
  })
  await books.tamper('UPDATE booked_entry SET amount_in_base_currency = 101 WHERE agreement = $1 AND entry_number = 2')
  await forgeSeals(books)
  expect(await verify(books.database, books.agreement)).toMatchObject({
    fault: expect.stringMatching(/account 1310, period 1/) as string,
  })
  await books.tamper('UPDATE period_total SET debit = 101 WHERE agreement = $1 AND account_number = 1310')
  await books.tamper(
    'UPDATE period_total SET credit = 126 WHERE agreement = $1 AND account_number = 6800 AND period_number = 1',
  )
  expect(await verify(books.database, books.agreement)).toMatchObject({
    fault: expect.stringMatching(/account 1310, 2026-01-05: its day total/) as string,
  })
  await books.tamper('UPDATE day_total SET debit = 101 WHERE agreement = $1 AND account_number = 1310')
  await books.tamper(
    "UPDATE day_total SET credit = 126 WHERE agreement = $1 AND account_number = 6800 AND date = '2026-01-05'",
  )
  expect(await verify(books.database, books.agreement)).toMatchObject({
    fault: expect.stringMatching(/entry 1: its remainder/) as string,
  })
})
