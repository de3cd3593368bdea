import { beforeEach, expect, test } from 'vitest'
import { reverseVoucher } from '../../src/ledger/booking/reverse.ts'
import { matchEntries } from '../../src/ledger/matching/match.ts'
import { takeBackMatch } from '../../src/ledger/matching/take-back.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { freshBooks } from './books.ts'

const books = freshBooks()

const numbered = (voucherNumber: number) => ({ journalNumber: 1, accountingYear: '2026', voucherNumber })
const reverse = (voucherNumber: number): Promise<unknown> =>
  books.database.transaction((transaction) =>
    reverseVoucher(transaction, { agreement: books.agreement, ...numbered(voucherNumber), date: '2026-02-05' }),
  )

/** Vouchers 1 and 2, of the entries 1 and 2, 3 and 4; then voucher 3, entries 5 and 6, which reverses voucher 1. */
beforeEach(async () => {
  const entry = { entryTypeNumber: 10, journalNumber: 1, date: '2026-01-05', customerNumber: 1, currency: 'DKK' }
  const draft = { ...entry, amount: '100', contraAccountNumber: 1010 }
  await books.create([draft, draft])
  await books.book()
  await reverse(1)
})

test('books with a reversal are sound', async () => {
  expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 6 })
})

test.each([
  [
    'a link gone',
    'DELETE FROM entry_reversal WHERE agreement = $1 AND reversed_entry = 2',
    /reversal 1: its links are not those of one booking/,
  ],
  ['every link gone', 'DELETE FROM entry_reversal WHERE agreement = $1', /reversal 1: its links/],
  [
    'a reversal gone with its links',
    'WITH cut AS (DELETE FROM entry_reversal WHERE agreement = $1) DELETE FROM voucher_reversal WHERE agreement = $1',
    /the counter voucher_reversal stands at 1, the last number is 0/,
  ],
  [
    'a link to another entry',
    'UPDATE entry_reversal SET reversed_entry = 3 WHERE agreement = $1 AND reversed_entry = 1',
    /entry 5 is not the reversal of entry 3/,
  ],
  [
    'a reversal of another voucher',
    'UPDATE voucher_reversal SET voucher_number = 2 WHERE agreement = $1',
    /entry 5 is not the reversal of entry 1/,
  ],
  [
    'a reversal on another day',
    "UPDATE voucher_reversal SET date = '2026-02-06' WHERE agreement = $1",
    /entry 5 is not the reversal of entry 1/,
  ],
  [
    'an item of another day',
    "UPDATE open_item SET date = '2026-01-04' WHERE agreement = $1 AND entry_number = 1",
    /entry 1: entry and open item do not tell the same day and invoice/,
  ],
  [
    'an item of another invoice',
    "UPDATE open_item SET invoice_number = '7' WHERE agreement = $1 AND entry_number = 3",
    /entry 3: entry and open item do not tell the same day and invoice/,
  ],
  [
    'an item of another party',
    'UPDATE open_item SET customer_number = 2 WHERE agreement = $1 AND entry_number = 3',
    /entry 3: entry and open item do not tell the same party/,
  ],
  [
    'a match moved to another entry',
    'UPDATE entry_match SET debit_entry = 3 WHERE agreement = $1',
    /entry 1: its remainder is 0.00/,
  ],
])('verify finds %s', async (_, statement, fault) => {
  await books.tamper(statement)
  expect(await verify(books.database, books.agreement)).toMatchObject({
    ok: false,
    fault: expect.stringMatching(fault) as string,
  })
})

test.each([
  ['an update of a link', 'UPDATE entry_reversal SET reversed_entry = 3', 'entry_reversal_immutable'],
  ['a delete of links', 'DELETE FROM entry_reversal', 'entry_reversal_immutable'],
  ['an update of a reversal', 'UPDATE voucher_reversal SET voucher_number = 2', 'voucher_reversal_immutable'],
  ['a delete of reversals', 'DELETE FROM voucher_reversal', 'voucher_reversal_immutable'],
  [
    'a second reversal of an entry',
    'INSERT INTO entry_reversal SELECT agreement, reversed_entry, 9, reversal_number FROM entry_reversal',
    'entry_reversal_pkey',
  ],
  [
    'a link to an entry that is not there',
    'INSERT INTO entry_reversal SELECT agreement, reversed_entry + 2, 9 + reversed_entry, reversal_number FROM entry_reversal',
    'entry_reversal_reversing_entry_fk',
  ],
])('the database refuses %s', async (_, statement, constraint) => {
  const refused = await books.database
    .transaction((transaction) => transaction.rows(statement))
    .then(
      () => 'committed',
      (error: Error & { constraint_name?: string }) => error.constraint_name,
    )
  expect(refused).toBe(constraint)
})

test('verify finds a reversal that is gone with its links, and a match with what took it back, before later ones', async () => {
  const { agreement, database } = books
  const missing = (what: string): object => ({ ok: false, fault: `Agreement ${agreement}: ${what} is missing.` })
  await database.transaction((transaction) => takeBackMatch(transaction, agreement, 1))
  await reverse(2)
  expect(await verify(database, agreement)).toMatchObject({ ok: true })
  await books.tamper('DELETE FROM entry_match WHERE agreement = $1 AND number <= 2')
  expect(await verify(database, agreement)).toMatchObject(missing('match 1'))
  await books.tamper('UPDATE entry_match SET number = 1 WHERE agreement = $1')
  await books.tamper("UPDATE counter SET value = 1 WHERE agreement = $1 AND name = 'entry_match'")
  expect(await verify(database, agreement)).toMatchObject(missing('row 2 of entryMatch, where it ended at booking 3,'))
  await books.tamper('DELETE FROM entry_reversal WHERE agreement = $1 AND reversal_number = 1')
  await books.tamper('DELETE FROM voucher_reversal WHERE agreement = $1 AND number = 1')
  expect(await verify(database, agreement)).toMatchObject(missing('reversal 1'))
})

test('verify finds the day of a match that was asked for, where the party has no entry of that day', async () => {
  const { agreement, database } = books
  await database.transaction((transaction) => takeBackMatch(transaction, agreement, 1))
  await database.transaction((transaction) => matchEntries(transaction, agreement, [1, 5]))
  expect(await verify(database, agreement)).toMatchObject({ ok: true })
  await books.tamper("UPDATE entry_match SET date = '2026-02-06' WHERE agreement = $1 AND number = 3")
  const fault = `Agreement ${agreement}: match 3 does not count from 2026-02-06.`
  expect(await verify(database, agreement)).toMatchObject({ ok: false, fault })
})
