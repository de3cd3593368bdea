import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/book.ts'
import { createDraftEntries } from '../../src/ledger/drafts.ts'
import { reverseVoucher } from '../../src/ledger/reverse.ts'
import { verify } from '../../src/ledger/verify.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { fillBooks } from './books.ts'

let store: TestDatabase
let database: Database
let agreement = 710_000

beforeAll(async () => {
  store = await testDatabase()
  database = store.database
})
afterAll(async () => {
  await store.drop()
})

/** Vouchers 1 and 2, of the entries 1 and 2, 3 and 4; then voucher 3, entries 5 and 6, which reverses voucher 1. */
beforeEach(async () => {
  agreement += 1
  await fillBooks(database, agreement)
  await database.transaction(async (transaction) => {
    const entry = { entryTypeNumber: 10, journalNumber: 1, date: '2026-01-05', customerNumber: 1, currency: 'DKK' }
    const draft = { ...entry, amount: '100', contraAccountNumber: 1010 }
    await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, [draft, draft])
    await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
    const voucher = { journalNumber: 1, accountingYear: '2026', voucherNumber: 1 }
    await reverseVoucher(transaction, { agreement, ...voucher, date: '2026-02-05' })
  })
})

async function tamper(statement: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(`${statement}`, [agreement])
  })
}

test('books with a reversal are sound', async () => {
  expect(await verify(database, agreement)).toEqual({ ok: true, entries: 6 })
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
  await tamper(statement)
  expect(await verify(database, agreement)).toMatchObject({ ok: false, fault: expect.stringMatching(fault) as string })
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
    'entry_reversal_reversing_fk',
  ],
])('the database refuses %s', async (_, statement, constraint) => {
  const refusal = await database
    .transaction((transaction) => transaction.rows(statement))
    .then(
      () => 'committed',
      (error: Error & { constraint_name?: string }) => error.constraint_name,
    )
  expect(refusal).toBe(constraint)
})
