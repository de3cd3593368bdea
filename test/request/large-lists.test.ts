import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { ACCOUNT, AGREEMENT, fillBooks } from '../ledger/books.ts'
import { asDeclared } from '../../src/request/protocol/reading.ts'
import { planList } from '../../src/request/query/plan.ts'
import { type Readable, readable } from '../../src/request/query/readable.ts'
import { readStatement } from '../../src/request/query/sql.ts'
import { bookedEntries } from '../../src/resources/booked-entries/booked-entries.ts'
import { draftEntries } from '../../src/resources/journals/draft-entries.ts'
import type { Transaction } from '../../src/database/connection.ts'

const [SMALL, LARGE] = [1000, 10_000]
const PAGE = 20
/** How many rows a read may touch beside those of the page: the page's edges, and the open part of each entry. */
const BESIDE = 4 * PAGE

const lists = { booked: readable(bookedEntries, 'problem'), drafts: readable(draftEntries, 'problem') }

/** Entries `$2` to `$3`: one on account `$4`, every other on `$5`. */
const INSERT_BOOKED = `
  INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number, voucher_number,
    amount, amount_in_base_currency, currency, exchange_rate, text, due_date)
  SELECT $1, n, 1, 5, CASE WHEN n = 999 THEN $4::int WHEN n % 2 = 0 THEN $5::int ELSE 10000 + n END, date '2026-01-01' + n * 7 % 360, '2026', 1, n,
    n * 7919 % 10007, n, 'DKK', 100, CASE WHEN n % 2 = 0 THEN 'Husleje' ELSE 'Faktura ' || n END,
    CASE WHEN n % 3 = 0 THEN date '2026-01-01' + n * 7 % 360 END
  FROM generate_series($2::int, $3::int) n`
/** Ten of the first thousand are open. */
const INSERT_OPEN = `
  INSERT INTO open_item (agreement, entry_number, customer_number, date, currency, remainder, remainder_in_currency)
  SELECT $1, n, 1, date '2026-01-01', 'DKK', CASE WHEN n % 100 = 50 AND n < 1000 THEN n ELSE 0 END, 0
  FROM generate_series($2::int, $3::int) n`
/** As the booked ones, of two journals in turn. */
const INSERT_DRAFTS = `
  INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date, amount, currency,
    exchange_rate, account_number, contra_account_number, text)
  SELECT $1, n, 5, 1 + n % 2, n, '2026', date '2026-01-01' + n * 7 % 360, n, 'DKK', 100,
    CASE WHEN n = 999 THEN $4::int WHEN n % 2 = 0 THEN $5::int ELSE 10000 + n END,
    CASE WHEN n = 999 THEN $4::int WHEN n % 2 = 0 THEN $5::int ELSE 10000 + n END, 'x'
  FROM generate_series($2::int, $3::int) n`

/** Rows of all tables that the connection has read and not yet told of, by scans and by indexes. */
const READ = `SELECT sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables s`
const rowsRead = async (transaction: Transaction): Promise<number> =>
  (await transaction.rows<{ rows: number }>(READ))[0]!.rows

const ASKED: readonly [list: keyof typeof lists, parameter: 'sort' | 'filter', text: string][] = [
  ['booked', 'sort', 'entryNumber'],
  ['booked', 'sort', '-entryNumber'],
  ['booked', 'sort', 'date'],
  ['booked', 'sort', '-date'],
  ['booked', 'sort', 'dueDate'],
  ['booked', 'sort', '-dueDate'],
  ['booked', 'sort', 'accountNumber'],
  ['booked', 'sort', '-accountNumber'],
  ['booked', 'sort', 'amount'],
  ['booked', 'sort', '-amount'],
  ['booked', 'filter', 'amount$eq:7919'],
  ['booked', 'filter', 'date$eq:2026-03-01'],
  ['booked', 'filter', 'dueDate$eq:2026-03-02'],
  ['booked', 'filter', `accountNumber$eq:${ACCOUNT.rent}`],
  ['booked', 'filter', `accountNumber$eq:${ACCOUNT.bank}`],
  ['booked', 'filter', 'text$eq:HUSLEJE'],
  ['booked', 'filter', 'text$eq:FAKTURA 999'],
  ['booked', 'filter', 'voucherNumber$eq:999'],
  ['booked', 'filter', 'remainder$eq:950'],
  ['booked', 'filter', 'remainder$gt:0'],
  ['booked', 'filter', 'remainder$ne:0$and:remainder$ne:$null:'],
  ['drafts', 'sort', 'entryNumber'],
  ['drafts', 'sort', '-entryNumber'],
  ['drafts', 'sort', 'journalNumber'],
  ['drafts', 'sort', '-journalNumber'],
  ['drafts', 'sort', 'voucherNumber'],
  ['drafts', 'sort', '-voucherNumber'],
  ['drafts', 'filter', 'voucherNumber$eq:999'],
  ['drafts', 'filter', 'date$eq:2026-03-01'],
  ['drafts', 'filter', `accountNumber$eq:${ACCOUNT.rent}`],
  ['drafts', 'filter', `accountNumber$eq:${ACCOUNT.bank}`],
  ['drafts', 'filter', `contraAccountNumber$eq:${ACCOUNT.rent}`],
  ['drafts', 'filter', `contraAccountNumber$eq:${ACCOUNT.bank}`],
]

const statementOf = (of: Readable, parameter: string, text: string): ReturnType<typeof readStatement> =>
  readStatement(planList('paged', of, new Map([[parameter, text]]), asDeclared()), of, { agreement: AGREEMENT, app: 1 })

let place: TestDatabase
/** Rows read for each that is asked, at the sizes. */
const rows: Record<string, number[]> = {}

const written = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  place.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    return await work(transaction)
  })

async function grow(first: number, last: number): Promise<void> {
  await written(async (transaction) => {
    const span = [AGREEMENT, first, last]
    await transaction.rows(INSERT_BOOKED, [...span, ACCOUNT.rent, ACCOUNT.bank])
    await transaction.rows(INSERT_OPEN, span)
    await transaction.rows(INSERT_DRAFTS, [...span, ACCOUNT.rent, ACCOUNT.bank])
  })
  await place.database.rows('VACUUM (ANALYZE)')
}

beforeAll(async () => {
  place = await testDatabase()
  await fillBooks(place.database)
  for (const [first, last] of [
    [1, SMALL],
    [SMALL + 1, LARGE],
  ] as const) {
    await grow(first, last)
    for (const [list, parameter, text] of ASKED) {
      const { text: statement, values } = statementOf(lists[list], parameter, text)
      const read = await place.database.transaction(async (transaction) => {
        const before = await rowsRead(transaction)
        await transaction.rows(statement, values)
        return (await rowsRead(transaction)) - before
      })
      ;(rows[`${list} ${text}`] ??= []).push(read)
    }
  }
})
afterAll(() => place.drop())

test.each(ASKED)('a page of a large agreement reads as few rows as that of a small one: %s, %s %s', (list, _, text) => {
  const [small, large] = rows[`${list} ${text}`]!
  expect(small).toBeGreaterThan(0)
  expect(large).toBeLessThanOrEqual(2 * Math.min(small!, PAGE) + BESIDE)
})

test('of two texts with the same hash the one that is asked for is found', async () => {
  const [pair] = await place.database.rows<{ one: string; other: string }>(
    `SELECT 'voucher ' || min(n) AS one, 'voucher ' || max(n) AS other FROM generate_series(1, 400000) n
     GROUP BY hashtext('voucher ' || n) HAVING count(*) > 1 ORDER BY min(n) LIMIT 1`,
  )
  const { one, other } = pair!
  await written((transaction) =>
    transaction.rows(
      `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, voucher_number, amount,
         amount_in_base_currency, currency, exchange_rate, text)
       SELECT $1, $2::int + t.n, 1, 5, 1, date '2026-01-01', '2026', 1, 1, 1, 'DKK', 100, t.text
       FROM (VALUES (1, $3::text), (2, $4::text)) AS t(n, text)`,
      [AGREEMENT, LARGE, one, other],
    ),
  )
  const found = async (filter: string): Promise<string> => {
    const { text, values } = statementOf(lists.booked, 'filter', filter)
    const [row] = await place.database.rows<{ string_agg: string | null }>(text, values)
    return row!.string_agg ?? ''
  }
  const answer = await found(`text$eq:${one.toUpperCase()}`)
  expect(answer).toContain(`"${one}"`)
  expect(answer).not.toContain(`"${other}"`)
})
