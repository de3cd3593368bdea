import { expect, test } from 'vitest'
import { testDatabase } from '../database/harness.ts'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { createDraftLists } from '../../src/ledger/drafts/drafts.ts'
import { agedParties } from '../../src/ledger/reports/aged.ts'
import { openItemsReport } from '../../src/ledger/reports/open-items.ts'
import { ACCOUNT, AGREEMENT, fillBooks } from './books.ts'
import { runs } from '../long.ts'
import { eventually } from '../patience.ts'

const DRAFTS = runs(600, 1200)
/** Of a table, for each draft: with the plans of empty tables it is 4,000, of half of the drafts half of it. */
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

/** Rows of each table that were read, by scans and by indexes. Those of transactions just before count, too. */
const READ = `
  SELECT s.relname AS name, (s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::int AS rows
  FROM pg_stat_xact_user_tables s ORDER BY rows DESC`

const request = { agreement: AGREEMENT, journalNumber: 1, selection: { kind: 'all' } } as const

/** The rows of each table that `work` reads. */
const readBy = (database: Database, work: (transaction: Transaction) => Promise<unknown>): Promise<Read[]> =>
  database.transaction(async (transaction) => {
    const before = new Map((await transaction.rows<Read>(READ)).map(({ name, rows }) => [name, rows]))
    await work(transaction)
    const after = await transaction.rows<Read>(READ)
    return after.map(({ name, rows }) => ({ name, rows: rows - (before.get(name) ?? 0) }))
  })

const createAll = async (transaction: Transaction, inputs: readonly DraftEntryInput[]): Promise<void> => {
  const list = inputs.map((input) => ({ input, faults: [] }))
  const [numbers] = await createDraftLists(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, [list])
  expect([numbers?.length, list.flatMap(({ faults }) => faults)]).toEqual([inputs.length, []])
}

const create = (database: Database, inputs: readonly DraftEntryInput[]): Promise<void> =>
  database.transaction((transaction) => createAll(transaction, inputs))

const book = (database: Database): Promise<Read[]> =>
  readBy(database, (transaction) => bookEntries(transaction, request))

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

const BOOKED = runs(2000, 4000)

test('a booking of invoices reads few rows for each, though their suppliers have thousands booked', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    await database.at(AGREEMENT).rows(
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
    await create(database, numbered(0, BOOKED).map(invoice))
    await book(database)
    await database.rows('VACUUM (ANALYZE)')
    await create(database, numbered(BOOKED, 400).map(invoice))
    const read = await book(database)
    expect(read.filter(({ rows }) => rows > ROWS_FOR_EACH * 400)).toEqual([])
  } finally {
    await drop()
  }
})

/**
 * Vacuums until all rows of the table are known to be there for everybody: only then its indexes do alone. An ANALYZE
 * of the server's own may be in the way.
 */
async function vacuumWhole(database: Database, table: string): Promise<void> {
  const isWhole = async (): Promise<boolean> => {
    await database.rows('VACUUM (ANALYZE)')
    const [found] = await database.rows<{ is_whole: boolean }>(
      'SELECT relallvisible >= relpages AS is_whole FROM pg_class WHERE oid = $1::regclass',
      [table],
    )
    return found!.is_whole
  }
  await eventually(isWhole)
}

test('the next numbers of a journal are found without the entries of other journals that have the same numbers', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    const journals = numbered(101, 10)
    await database.at(AGREEMENT).rows(
      `INSERT INTO journal (agreement, number, name)
       SELECT $1, n, 'Journal ' || n FROM json_array_elements_text($2::json) AS number(text), CAST(text AS int) AS n`,
      [AGREEMENT, JSON.stringify(journals)],
    )
    const COUNT = 200
    const ofJournal = (journalNumber: number) =>
      numbered(0, COUNT).map((): DraftEntryInput => ({ ...draft(3), journalNumber, voucherNumber: undefined }))
    for (const journal of journals.slice(1)) await create(database, ofJournal(journal))
    await vacuumWhole(database, 'draft_entry')
    const read = await readBy(database, (transaction) => createAll(transaction, ofJournal(journals[0]!)))
    expect(read.find(({ name }) => name === 'draft_entry')?.rows ?? 0).toBeLessThan(COUNT)
  } finally {
    await drop()
  }
})

test('creating an entry reads few rows of large master data, and so does booking it', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    const MANY = 3000
    for (const statement of [
      `INSERT INTO account (agreement, number, name, type) SELECT $1, 100000 + n, 'Account ' || n, 1 FROM generate_series(1, ${MANY}) AS n`,
      `INSERT INTO customer (agreement, number, name, group_number, currency)
       SELECT $1, 100000 + n, 'Customer ' || n, 1, 'DKK' FROM generate_series(1, ${MANY}) AS n`,
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 100000 + n, 'Supplier ' || n, 1, 'DKK' FROM generate_series(1, ${MANY}) AS n`,
      `INSERT INTO journal (agreement, number, name) SELECT $1, 100000 + n, 'Journal ' || n FROM generate_series(1, ${MANY}) AS n`,
      `INSERT INTO department (agreement, number, name) SELECT $1, 100000 + n, 'Department ' || n FROM generate_series(1, ${MANY}) AS n`,
      `INSERT INTO account_dimension (agreement, account_number, dimension_number, dimension_key)
       SELECT $1, 100000 + n, 1, 100000 + n FROM generate_series(1, ${MANY}) AS n`,
    ]) {
      await database.at(AGREEMENT).rows(statement, [AGREEMENT])
    }
    await database.rows('VACUUM (ANALYZE)')
    const few = (read: readonly Read[]) => read.filter(({ rows }) => rows > 1000)
    const inputs = numbered(0, 4).map(draft)
    const created = await readBy(database, (transaction) => createAll(transaction, inputs))
    expect(few(created)).toEqual([])
    expect(few(await book(database))).toEqual([])
  } finally {
    await drop()
  }
})

test.for(['open items', 'aged'] as const)(
  'the report of %s reads the entries that are open, not all of the parties',
  async (report) => {
    const { database, drop } = await testDatabase()
    try {
      await fillBooks(database)
      const OPEN = 20
      const invoice = (at: number): DraftEntryInput => ({
        ...draft(0),
        voucherNumber: at + 1,
        supplierInvoiceNumber: `S${at}`,
      })
      const payment = (at: number): DraftEntryInput => ({
        ...invoice(at),
        voucherNumber: 10_000 + at,
        entryTypeNumber: 4,
        amount: '100',
        contraAccountNumber: ACCOUNT.bank,
      })
      await create(database, numbered(0, 1000).map(invoice))
      await create(database, numbered(OPEN, 1000 - OPEN).map(payment))
      await book(database)
      await database.rows('VACUUM (ANALYZE)')
      const days = { from: '2026-01-01', to: '2026-12-31' }
      const { text, values } =
        report === 'aged'
          ? agedParties(AGREEMENT, 'supplier', days, 'json')
          : openItemsReport(AGREEMENT, 'supplier', days, 'json')
      const read = await readBy(database, (transaction) => transaction.rows(text, values))
      expect(read.find(({ name }) => name === 'booked_entry')?.rows).toBeLessThan(10 * OPEN)
    } finally {
      await drop()
    }
  },
)
