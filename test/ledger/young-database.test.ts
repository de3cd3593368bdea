import { expect, test } from 'vitest'
import { testDatabase } from '../database/harness.ts'
import type { Database } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { createDraftLists } from '../../src/ledger/drafts/drafts.ts'
import { ACCOUNT, AGREEMENT, fillBooks } from './books.ts'

const DRAFTS = 1200
/** Of a table, for each draft: with the plans of empty tables it is 4,000. */
const ROWS_FOR_EACH = 100

/** In turn: a supplier's invoice, a customer's, what the customer paid of it, and a finance voucher with VAT. */
function draft(at: number): DraftEntryInput {
  const turn = Math.floor(at / 4) + 1
  const common = { journalNumber: 1, date: '2026-01-05', voucherNumber: at + 1, currency: 'DKK', text: 'x' }
  const customer = { customerNumber: 1, customerInvoiceNumber: String(turn) }
  switch (at % 4) {
    case 0:
      return {
        ...common,
        entryTypeNumber: 3,
        amount: '-100',
        supplierNumber: 1,
        supplierInvoiceNumber: `S${turn}`,
        contraAccountNumber: ACCOUNT.purchases,
      }
    case 1:
      return { ...common, ...customer, entryTypeNumber: 10, amount: '125', contraAccountNumber: ACCOUNT.sales }
    case 2:
      return { ...common, ...customer, entryTypeNumber: 2, amount: '-125', contraAccountNumber: ACCOUNT.bank }
    default:
      return {
        ...common,
        entryTypeNumber: 5,
        amount: '50',
        accountNumber: ACCOUNT.rent,
        contraAccountNumber: ACCOUNT.bank,
        vatCode: 'I25',
      }
  }
}

interface Read {
  name: string
  rows: number
}

/** Rows of each table that the transaction read, by scans and by indexes. */
const READ = `
  SELECT s.relname AS name, (s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::int AS rows
  FROM pg_stat_xact_user_tables s ORDER BY rows DESC`

const request = { agreement: AGREEMENT, journalNumber: 1, selection: { kind: 'all' } } as const

const create = (database: Database, inputs: readonly DraftEntryInput[]): Promise<void> =>
  database.transaction(async (transaction) => {
    const list = inputs.map((input) => ({ input, faults: [] }))
    const [numbers] = await createDraftLists(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, [list])
    expect([numbers?.length, list.flatMap(({ faults }) => faults)]).toEqual([inputs.length, []])
  })

const book = (database: Database): Promise<Read[]> =>
  database.transaction(async (transaction) => {
    await bookEntries(transaction, request)
    return await transaction.rows<Read>(READ)
  })

const numbered = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

test.for(['never counted', 'counted while they were empty'])(
  'a large booking reads few rows for each of its entries, though the tables were %s',
  async (state) => {
    const { database, drop } = await testDatabase()
    try {
      await fillBooks(database)
      if (state !== 'never counted') await database.rows('VACUUM (ANALYZE)')
      // The connection keeps the plans that it makes for a small one.
      await create(database, numbered(0, 40).map(draft))
      await book(database)
      await create(database, numbered(40, DRAFTS).map(draft))
      const read = await book(database)
      expect(read.filter(({ rows }) => rows > ROWS_FOR_EACH * DRAFTS)).toEqual([])
    } finally {
      await drop()
    }
  },
)

test('a booking of invoices reads few rows for each, though their suppliers have thousands booked', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    await database.rows(
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 100 + n, 'Supplier ' || n, 1, 'DKK' FROM generate_series(1, 40) AS n`,
      [AGREEMENT],
    )
    const invoice = (at: number): DraftEntryInput => ({
      ...draft(0),
      voucherNumber: at + 1,
      supplierNumber: 101 + (at % 40),
      supplierInvoiceNumber: `S${at}`,
      dueDate: '2026-02-05',
    })
    await create(database, numbered(0, 4000).map(invoice))
    await book(database)
    await database.rows('VACUUM (ANALYZE)')
    await create(database, numbered(4000, 400).map(invoice))
    const read = await book(database)
    expect(read.filter(({ rows }) => rows > ROWS_FOR_EACH * 400)).toEqual([])
  } finally {
    await drop()
  }
})
