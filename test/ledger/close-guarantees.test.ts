import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { createDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { lockLedger } from '../../src/ledger/lock.ts'
import { post } from '../../src/ledger/booking/post.ts'
import { BLANK, type Posting } from '../../src/ledger/booking/posting.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { ACCOUNT, AGREEMENT, fillBooks } from './books.ts'

/** Another agreement, whose 2025 is closed. */
const CLOSED = AGREEMENT + 1

let store: TestDatabase
let database: Database

beforeAll(async () => {
  store = await testDatabase()
  database = store.database
  await fillBooks(database)
})
afterAll(() => store.drop())

const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => database.transaction(work)

/** Drafts and books sales on the days, all in one transaction. */
async function sell(days: readonly string[], journalNumber = 1): Promise<void> {
  await within(async (transaction) => {
    const sale = { entryTypeNumber: 5, journalNumber, currency: 'DKK', amount: '12.34' }
    const sides = { accountNumber: ACCOUNT.bank, contraAccountNumber: ACCOUNT.sales, contraVatCode: 'U25' }
    const entries = days.map((date) => ({ ...sale, ...sides, date }))
    await createDraftEntries(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, entries)
    await bookEntries(transaction, { agreement: AGREEMENT, journalNumber, selection: { kind: 'all' } })
  })
}

/**
 * Totals of periods and of days that are not the sums of the entries, in one snapshot; and how many entries there were.
 */
const DIFFERENCES = `
  WITH entry AS (
    SELECT e.accounting_year, p.period_number, e.date, e.account_number, e.type IN (7, 8) AS is_opening,
      e.amount_in_base_currency AS amount
    FROM booked_entry e
    JOIN accounting_period p ON p.agreement = $1 AND p.year = e.accounting_year AND e.date BETWEEN p.date_from AND p.date_to
    WHERE e.agreement = $1
  ), period AS (
    SELECT e.accounting_year AS year, e.period_number::text AS part, e.account_number,
      coalesce(sum(e.amount) FILTER (WHERE e.is_opening), 0) AS opening,
      coalesce(sum(e.amount) FILTER (WHERE NOT e.is_opening AND e.amount > 0), 0) AS debit,
      coalesce(-sum(e.amount) FILTER (WHERE NOT e.is_opening AND e.amount < 0), 0) AS credit
    FROM entry e GROUP BY 1, 2, 3
    UNION ALL
    SELECT 'day', e.date::text, e.account_number, 0, coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0),
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)
    FROM entry e WHERE NOT e.is_opening GROUP BY 1, 2, 3
  ), kept AS (
    SELECT t.accounting_year AS year, t.period_number::text AS part, t.account_number, t.opening, t.debit, t.credit
    FROM period_total t WHERE t.agreement = $1
    UNION ALL
    SELECT 'day', d.date::text, d.account_number, 0, d.debit, d.credit FROM day_total d WHERE d.agreement = $1
  )
  SELECT (SELECT count(*)::int FROM booked_entry e WHERE e.agreement = $1) AS entries,
    (SELECT count(*)::int FROM ((TABLE period EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE period)) AS d) AS differences`

test('totals of periods and days are the sums of the entries at every moment', async () => {
  const days = ['2025-01-31', '2025-02-01', '2025-02-01', '2025-12-31', '2026-01-01']
  const seen = new Set<number>()
  let done = false
  const work = Promise.all(
    [1, 3, 4, 5].map(async (journal) => {
      for (let booking = 0; booking < 5; booking++) await sell(days, journal)
    }),
  ).then(() => within((transaction) => closeYear(transaction, AGREEMENT, '2025')))
  void work.finally(() => (done = true)).catch(() => {})
  while (!done) {
    const [row] = await database.rows<{ entries: number; differences: number }>(DIFFERENCES, [AGREEMENT])
    expect(row).toEqual({ entries: row!.entries, differences: 0 })
    seen.add(row!.entries)
  }
  await work
  const [last] = await database.rows<{ entries: number; differences: number }>(DIFFERENCES, [AGREEMENT])
  // Three entries a sale, and the opening of the bank, the tax and the equity.
  expect(last).toEqual({ entries: 4 * 5 * 5 * 3 + 3, differences: 0 })
  expect(seen.size).toBeGreaterThan(1)
})

describe('the database itself refuses', () => {
  beforeAll(async () => {
    await fillBooks(database, CLOSED)
    await within((transaction) => closeYear(transaction, CLOSED, '2025'))
  })

  const posting = (accountNumber: number, amount: bigint): Posting => ({
    ...BLANK,
    accountNumber,
    type: 5,
    date: '2025-05-05',
    accountingYear: '2025',
    journalNumber: 1,
    voucherNumber: 900,
    amount,
    amountInBaseCurrency: amount,
    currency: 'DKK',
    exchangeRate: 100_000_000n,
  })

  test('entries of a closed year', async () => {
    const refused = within(async (transaction) => {
      const ledger = await lockLedger(transaction, CLOSED)
      await post(transaction, ledger, 1, [posting(ACCOUNT.bank, 1n), posting(ACCOUNT.sales, -1n)])
    })
    await expect(refused).rejects.toMatchObject({ code: '23001', constraint_name: 'booked_entry_year_closed' })
  })

  test.each(['accounting_year', 'accounting_period'])('opening again a row of %s', async (table) => {
    const reopen = database.rows(`UPDATE ${table} SET is_closed = false WHERE agreement = $1 AND is_closed`, [CLOSED])
    await expect(reopen).rejects.toMatchObject({ code: '23001', constraint_name: `${table}_closed` })
    await database.rows(`UPDATE ${table} SET is_closed = false WHERE agreement = $1 AND NOT is_closed`, [CLOSED])
  })
})
