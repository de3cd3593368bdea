import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { AGREEMENT, fillBooks } from './books.ts'

let store: TestDatabase
let database: Database

/** A database with one booking of two entries. */
async function open(): Promise<void> {
  store = await testDatabase()
  database = store.database
  await fillBooks(database)
  await database.transaction(async (transaction) => {
    await createDraftEntries(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, [
      {
        entryTypeNumber: 5,
        journalNumber: 1,
        date: '2026-01-01',
        currency: 'DKK',
        amount: '10',
        accountNumber: 5820,
        contraAccountNumber: 1010,
      },
    ])
    await bookEntries(transaction, { agreement: AGREEMENT, journalNumber: 1, selection: { kind: 'all' } })
  })
}

beforeAll(open)
afterAll(async () => {
  await store.drop()
})

/** The name of the constraint that refused `work`, or 'committed'. A refusal undoes all of `work`. */
async function refusedBy(work: (transaction: Transaction) => Promise<unknown>): Promise<string> {
  return await database.transaction(work).then(
    () => 'committed',
    (error: Error & { constraint_name?: string }) => error.constraint_name ?? String(error),
  )
}

const entry = (number: number, booking: number, amount: string, voucher = 50) =>
  `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year,
     journal_number, voucher_number, amount, amount_in_base_currency, currency, exchange_rate)
   VALUES (${AGREEMENT}, ${number}, ${booking}, 5, 5820, '2026-01-01', '2026', 1, ${voucher}, ${amount}, ${amount}, 'DKK', 100)`
const booking = (
  number: number,
  first: number,
  last: number,
  previous = `(SELECT seal FROM booking WHERE number = ${number - 1})`,
) =>
  `INSERT INTO booking (agreement, number, first_entry, last_entry, previous_seal, seal, booked_at)
   VALUES (${AGREEMENT}, ${number}, ${first}, ${last}, ${previous}, decode(repeat('ab', 32), 'hex'), now())`
const run =
  (...statements: string[]) =>
  async (transaction: Transaction) => {
    for (const statement of statements) await transaction.rows(statement)
  }

test.each([
  ['an update', 'UPDATE booked_entry SET text = $$x$$', 'booked_entry_immutable'],
  ['an update of nothing', 'UPDATE booked_entry SET text = $$x$$ WHERE false', 'booked_entry_immutable'],
  ['a delete', 'DELETE FROM booked_entry', 'booked_entry_immutable'],
  ['a truncate', 'TRUNCATE booked_entry CASCADE', 'booked_entry_immutable'],
  [
    'an upsert',
    `${entry(1, 1, '0')} ON CONFLICT (agreement, entry_number) DO UPDATE SET amount = 0`,
    'booked_entry_immutable',
  ],
  ['an update of a booking', 'UPDATE booking SET seal = previous_seal', 'booking_immutable'],
  ['a delete of a booking', 'DELETE FROM booking', 'booking_immutable'],
  // The first table that refuses is up to PostgreSQL.
  [
    'a truncate from above',
    'TRUNCATE agreement CASCADE',
    'booked_entry_immutable|booking_immutable|document_log_immutable',
  ],
])('%s of booked rows is refused, to the owner of the tables too', async (_name, statement, constraint) => {
  expect(constraint.split('|')).toContain(await refusedBy(run(statement)))
})

test('every table that is kept for good refuses changes, deletion and TRUNCATE, to the owner of the tables too', async () => {
  const kept = await database.rows<{ name: string }>(
    `SELECT r.relname AS name FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid WHERE t.tgname = r.relname || '_immutable'`,
  )
  expect(kept.length).toBeGreaterThan(17)
  for (const { name } of kept) {
    for (const statement of [
      `UPDATE ${name} SET agreement = agreement WHERE agreement = ${AGREEMENT}`,
      `DELETE FROM ${name} WHERE agreement = ${AGREEMENT}`,
      `TRUNCATE ${name} CASCADE`,
    ]) {
      expect([statement, await refusedBy(run(statement))]).toEqual([statement, `${name}_immutable`])
    }
  }
})

test('what is sound is committed, in one booking or two', async () => {
  const good = run(entry(3, 2, '5'), entry(4, 2, '-5'), booking(2, 3, 4), entry(5, 3, '0'), booking(3, 5, 5))
  expect(
    await refusedBy(async (transaction) => {
      await good(transaction)
      await transaction.rows('SET CONSTRAINTS ALL IMMEDIATE')
      throw new Error('sound')
    }),
  ).toBe('Error: sound')
})

test.each([
  ['a voucher off by a cent', [entry(3, 2, '5'), entry(4, 2, '-4.99'), booking(2, 3, 4)], 'booked_entry_balance'],
  [
    'two vouchers that balance only together',
    [entry(3, 2, '5', 50), entry(4, 2, '-5', 51), booking(2, 3, 4)],
    'booked_entry_balance',
  ],
  ['a gap after the entries there are', [entry(4, 2, '0'), booking(2, 4, 4)], 'booking_chain'],
  ['a gap within', [entry(3, 2, '0'), entry(5, 2, '0'), booking(2, 3, 5)], 'booked_entry_gapless'],
  ['entries beyond the booking', [entry(3, 2, '0'), entry(4, 2, '0'), booking(2, 3, 3)], 'booked_entry_gapless'],
  ['a booking without entries', [booking(2, 3, 3)], 'booked_entry_gapless'],
  [
    'entries of another booking',
    [entry(3, 3, '0'), entry(4, 3, '0'), booking(2, 3, 3), booking(3, 4, 4)],
    'booked_entry_gapless',
  ],
  [
    'a booking number left out',
    [entry(3, 3, '0'), booking(3, 3, 3, "decode(repeat('00', 32), 'hex')")],
    'booking_chain',
  ],
  ['a broken chain of seals', [entry(3, 2, '0'), booking(2, 3, 3, "decode(repeat('00', 32), 'hex')")], 'booking_chain'],
  ['entries without a booking', [entry(3, 2, '0')], 'booked_entry_booking_fk'],
  ['entries added to a booking', [entry(3, 1, '0')], 'booked_entry_booking_complete'],
  [
    'entries added in the same transaction',
    [entry(3, 2, '0'), booking(2, 3, 3), entry(4, 2, '0')],
    'booked_entry_booking_complete',
  ],
  [
    'an account that does not exist',
    [entry(3, 2, '0').replace('5820', '9999'), booking(2, 3, 3)],
    'booked_entry_account_number_fk',
  ],
])('%s cannot be committed', async (_name, statements, constraint) => {
  expect(await refusedBy(run(...statements))).toBe(constraint)
  expect(await database.rows('SELECT count(*)::int AS count FROM booked_entry')).toEqual([{ count: 2 }])
})

test('two transactions cannot fill one booking between them', async () => {
  // What is committed stays: in a database of its own.
  const shared = store
  await open()
  onTestFinished(async () => {
    await store.drop()
    store = shared
    database = shared.database
  })
  const filled = gate()
  const mayCommit = gate()
  const first = refusedBy(async (transaction) => {
    await run(entry(3, 2, '5'), entry(4, 2, '-5'), booking(2, 3, 4))(transaction)
    filled.open()
    await mayCommit.opened
  })
  await filled.opened
  const second = refusedBy(run(entry(5, 2, '7')))
  await waitUntilBlocked(1)
  mayCommit.open()
  expect(await first).toBe('committed')
  expect(await second).toBe('booked_entry_booking_complete')
})

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Waits until `count` sessions of this database wait for a lock. */
async function waitUntilBlocked(count: number): Promise<void> {
  for (;;) {
    const [row] = await database.rows<{ blocked: number }>(
      `SELECT count(*)::int AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (row!.blocked >= count) return
  }
}
