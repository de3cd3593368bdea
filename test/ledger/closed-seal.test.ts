import { beforeEach, expect, test } from 'vitest'
import { matchEntries } from '../../src/ledger/matching/match.ts'
import { takeBackMatch } from '../../src/ledger/matching/take-back.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import type { Transaction } from '../../src/database/connection.ts'
import { freshBooks } from './books.ts'
import { forgeSeals, forgeSealsOfTrail } from './forged-seals.ts'

const books = freshBooks()
const within = (work: (transaction: Transaction) => Promise<unknown>): Promise<unknown> =>
  books.database.transaction(work)
const fault = async (): Promise<string | undefined> => {
  const found = await verify(books.database, books.agreement)
  return found.ok ? undefined : found.fault
}

const DOES_NOT_FIT =
  /accounting year 2025: what was kept when it was closed, its matches or its keys, does not fit its seal/

/**
 * Invoices of 100.00 and 40.00 (entries 1 and 3) and payments of 100.00 and 40.00 (entries 5 and 7). Match 1, taken
 * back by match 2, was of entries 3 and 7; match 3 is of entries 1 and 5, match 4 of 3 and 7. 2025 is closed.
 */
beforeEach(async () => {
  const common = { journalNumber: 1, customerNumber: 1, currency: 'DKK' }
  const invoice = { ...common, entryTypeNumber: 10, date: '2025-03-05', contraAccountNumber: 1010 }
  const payment = { ...common, entryTypeNumber: 2, date: '2025-04-05', contraAccountNumber: 5820 }
  await books.create([
    { ...invoice, amount: '100' },
    { ...invoice, amount: '40' },
    { ...payment, amount: '-100' },
    { ...payment, amount: '-40' },
  ])
  await books.book()
  const { agreement } = books
  await within((transaction) => matchEntries(transaction, agreement, [3, 7]))
  await within((transaction) => takeBackMatch(transaction, agreement, 1))
  await within((transaction) => matchEntries(transaction, agreement, [1, 5]))
  await within((transaction) => matchEntries(transaction, agreement, [3, 7]))
  await within((transaction) => closeYear(transaction, agreement, '2025'))
  expect(await fault()).toBeUndefined()
})

test.each([
  ['the name of an account', "UPDATE closed_account SET name = 'X' WHERE agreement = $1 AND number = 1010"],
  ['an account gone', 'DELETE FROM closed_account WHERE agreement = $1 AND number = 1010'],
  ['the rate of a VAT code', "UPDATE closed_vat_code SET rate = 12 WHERE agreement = $1 AND code = 'U25'"],
  ['the name of a party', "UPDATE closed_party SET name = 'X' WHERE agreement = $1"],
  [
    'a match gone with what it settled, before the last',
    `WITH gone AS (DELETE FROM entry_match WHERE agreement = $1 AND number = 4),
       counted AS (UPDATE counter SET value = 3 WHERE agreement = $1 AND name = 'entry_match')
     UPDATE open_item SET remainder = CASE entry_number WHEN 3 THEN 40 ELSE -40 END,
       remainder_in_currency = CASE entry_number WHEN 3 THEN 40 ELSE -40 END WHERE agreement = $1 AND entry_number IN (3, 7)`,
  ],
  [
    'a key of a dimension that was changed since, as the log tells too',
    `WITH told AS (
       INSERT INTO dimension_change (agreement, number, entry_number, dimension_number, dimension_key_to) VALUES ($1, 1, 2, 1, 1)
     ), counted AS (INSERT INTO counter (agreement, name, value) VALUES ($1, 'dimension_change', 1))
     INSERT INTO changed_dimension (agreement, entry_number, dimension_number, dimension_key) VALUES ($1, 2, 1, 1)`,
  ],
  [
    'the day of a match, which is one of its party',
    "UPDATE entry_match SET date = '2026-01-05' WHERE agreement = $1 AND number = 3",
    // A payment of the year after.
    true,
  ],
])('verify finds, of a closed year, %s', async (_, statement, isPaidLater = false) => {
  if (isPaidLater) {
    const payment = { entryTypeNumber: 2, journalNumber: 1, date: '2026-01-05', customerNumber: 1, currency: 'DKK' }
    await books.create([{ ...payment, amount: '-7', contraAccountNumber: 5820 }])
    await books.book()
    expect(await fault()).toBeUndefined()
  }
  await books.tamper(statement)
  expect(await fault()).toMatch(DOES_NOT_FIT)
})

/** Gives the year the seal of those that were closed before their matches were sealed, in the trail too. */
async function sealAsBefore(): Promise<void> {
  await books.tamper(
    `UPDATE accounting_year SET seal = seal_of_closed_year($1, year) WHERE agreement = $1 AND year = '2025'`,
  )
  await books.tamper(`UPDATE change c SET after = y.seal FROM accounting_year y
    WHERE c.agreement = $1 AND c.property = 'seal' AND y.agreement = $1 AND y.year = '2025'`)
  await forgeSealsOfTrail(books)
  // Bookings of then did not tell where the trail ended.
  await books.tamper('UPDATE booking SET logs = NULL WHERE agreement = $1')
  await forgeSeals(books)
}

test('a year that was closed before keeps its seal, which does not tell of matches', async () => {
  await sealAsBefore()
  expect(await fault()).toBeUndefined()
  await books.tamper("UPDATE closed_party SET name = 'X' WHERE agreement = $1")
  expect(await fault()).toMatch(DOES_NOT_FIT)
})
