import { beforeEach, expect, test } from 'vitest'
import { reverseVoucher } from '../../src/ledger/booking/reverse.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { freshBooks } from './books.ts'

const books = freshBooks()

/** Vouchers 1 and 2, of the entries 1 and 2, 3 and 4; then voucher 3, entries 5 and 6, which reverses voucher 1. */
beforeEach(async () => {
  const entry = { entryTypeNumber: 10, journalNumber: 1, date: '2026-01-05', customerNumber: 1, currency: 'DKK' }
  const draft = { ...entry, amount: '100', contraAccountNumber: 1010 }
  await books.create([draft, draft])
  await books.book()
  const voucher = { journalNumber: 1, accountingYear: '2026', voucherNumber: 1 }
  await books.database.transaction((transaction) =>
    reverseVoucher(transaction, { agreement: books.agreement, ...voucher, date: '2026-02-05' }),
  )
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
