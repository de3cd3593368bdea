import { expect, test } from 'vitest'
import type { Database, Statement, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { post } from '../../src/ledger/booking/post.ts'
import type { Posting } from '../../src/ledger/booking/posting.ts'
import { createDraftLists, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { RememberedData } from '../../src/ledger/drafts/remembered.ts'
import { lockLedger } from '../../src/ledger/lock.ts'
import { agedParties } from '../../src/ledger/reports/aged.ts'
import { budgetReport } from '../../src/ledger/reports/budget.ts'
import { dimensionTotals } from '../../src/ledger/reports/dimension-totals.ts'
import { openItemsReport } from '../../src/ledger/reports/open-items.ts'
import { partyStatement } from '../../src/ledger/reports/party-statement.ts'
import { trialBalanceReport } from '../../src/ledger/reports/trial-balance.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { runOn } from '../../src/sales/subscriptions/options.ts'
import { runSubscriptions } from '../../src/sales/subscriptions/run.ts'
import { ACCOUNT, AGREEMENT, fillBooks } from '../ledger/books.ts'
import { POSTING } from '../resources/report-books.ts'
import { subscribed } from '../sales/subscription-world.ts'
import { testService } from '../service/harness.ts'
import { testDatabase } from './harness.ts'

/** Leaves the planner to believe that each table has one row, as in one that was counted before it was filled. */
const countedWhenSmall = async (database: Database): Promise<void> => {
  await database.rows(
    `UPDATE pg_class SET reltuples = 1, relpages = 1000 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  )
}

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
  [removed: `Rows Removed by ${string}`]: number
}

/** The rows that all steps of a plan went through. */
function rowsOf(node: PlanNode): number {
  const removed = Object.entries(node).flatMap(([name, rows]) =>
    name.startsWith('Rows Removed') ? [Number(rows)] : [],
  )
  const own = (node['Actual Rows'] + removed.reduce((sum, rows) => sum + rows, 0)) * node['Actual Loops']
  return own + (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
}

const rowsFor = async (database: Database, { text, values }: Statement): Promise<number> => {
  const [row] = await database.rows<{ 'QUERY PLAN': string | { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${text}`,
    values,
  )
  const told = row!['QUERY PLAN']
  const [{ Plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: PlanNode }]
  return rowsOf(Plan)
}

const SUPPLIERS = 150
const INVOICES = 600
const FIGURES = 3000

const invoice = (at: number): DraftEntryInput => ({
  journalNumber: 1,
  date: `2026-0${(at % 6) + 1}-05`,
  voucherNumber: at + 1,
  currency: 'DKK',
  text: 'x',
  entryTypeNumber: 3,
  amount: '-100',
  // Every second one is of the first supplier.
  supplierNumber: at % 2 === 0 ? 101 : 101 + (at % SUPPLIERS),
  supplierInvoiceNumber: `S${at}`,
  dueDate: '2026-08-01',
  contraAccountNumber: 200_000 + (at % SUPPLIERS),
})

const finance: DraftEntryInput = {
  journalNumber: 1,
  date: '2026-01-05',
  currency: 'DKK',
  text: 'x',
  entryTypeNumber: 5,
  amount: '100',
  accountNumber: ACCOUNT.rent,
  contraAccountNumber: ACCOUNT.bank,
}

test('reports read each row a few times, though the tables were counted while they had one', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    for (const statement of [
      `INSERT INTO account (agreement, number, name, type) SELECT $1, 199999 + n, 'Account ' || n, 1 FROM generate_series(1, ${SUPPLIERS}) AS n`,
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 100 + n, 'Supplier ' || n, 1, 'DKK' FROM generate_series(1, ${SUPPLIERS}) AS n`,
      `INSERT INTO account (agreement, number, name, type, total_intervals)
       SELECT $1, 300000 + n, 'Sum ' || n, 6, '200000..' || 200004 + n FROM generate_series(1, 40) AS n`,
      `INSERT INTO budget_figure (agreement, number, account_number, from_date, to_date, amount)
       SELECT $1, n, 200000 + n % 10, date '2026-01-01' + n % 300, date '2026-01-31' + n % 300, 100 FROM generate_series(1, ${FIGURES}) AS n`,
    ]) {
      await database.at(AGREEMENT).rows(statement, [AGREEMENT])
    }
    await database.transaction(async (transaction: Transaction) => {
      const list = Array.from({ length: INVOICES }, (_, at) => ({ input: invoice(at), faults: [] }))
      await createDraftLists(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, [list])
      expect(list.flatMap(({ faults }) => faults)).toEqual([])
      await bookEntries(transaction, { agreement: AGREEMENT, journalNumber: 1, selection: { kind: 'all' } })
    })
    await countedWhenSmall(database)
    const days = { from: '2026-02-01', to: '2026-12-31' }
    const read = {
      aged: await rowsFor(database, agedParties(AGREEMENT, 'supplier', days, 'json')),
      openItems: await rowsFor(database, openItemsReport(AGREEMENT, 'supplier', days, 'json')),
      statement: await rowsFor(database, partyStatement(AGREEMENT, 'supplier', 101, days, 'json')),
      trialBalance: await rowsFor(database, trialBalanceReport(AGREEMENT, days, 'json')),
    }
    expect(Object.entries(read).filter(([, rows]) => rows > 60 * INVOICES)).toEqual([])
    expect(await rowsFor(database, budgetReport(AGREEMENT, '2026', 'json'))).toBeLessThan(200 * FIGURES)
  } finally {
    await drop()
  }
})

const DRAFTS = 1500

test('a draft entry is created with few others read, though the plans were made when there were none', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    const context = { agreement: AGREEMENT, baseCurrency: 'DKK', remembered: new RememberedData() }
    const read = await database.transaction(async (transaction) => {
      const create = async (...numbers: (number | undefined)[]): Promise<void> => {
        const list = numbers.map((voucherNumber) => ({ input: { ...finance, voucherNumber }, faults: [] }))
        await createDraftLists(transaction, context, [list])
        expect(list.flatMap(({ faults }) => faults)).toEqual([])
      }
      const rows = async (): Promise<number> => {
        const counted = `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'draft_entry'`
        return (await transaction.rows<{ rows: number }>(counted))[0]!.rows
      }
      // What is not remembered is looked up by another statement.
      for (const number of [undefined, 9001, undefined, 9002]) await create(number)
      await create(...Array.from({ length: DRAFTS }, () => undefined))
      const before = await rows()
      await create(undefined)
      const remembered = await rows()
      await create(9003)
      return { remembered: remembered - before, lookedUp: (await rows()) - remembered }
    })
    expect(read.remembered).toBeLessThan(DRAFTS / 10)
    expect(read.lookedUp).toBeLessThan(DRAFTS / 10)
  } finally {
    await drop()
  }
})

const ACCOUNTS = 600
const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']

/** Every account has a posting in each month of 2025, with a department. */
const postings: readonly Posting[] = MONTHS.flatMap((month, at) =>
  Array.from({ length: ACCOUNTS }, (_, account) => ({
    ...POSTING,
    date: `2025-${month}-05`,
    accountingYear: '2025',
    voucherNumber: at + 1,
    accountNumber: 200_000 + account,
    amount: account % 2 === 0 ? 100n : -100n,
    amountInBaseCurrency: account % 2 === 0 ? 100n : -100n,
    departmentNumber: 300 + (account % 30),
  })),
)

/** Has what the transaction reads counted when it ends. */
const counted = async (transaction: Transaction): Promise<void> => {
  await transaction.rows('SELECT pg_stat_force_next_flush()')
}

/** Blocks of the indexes of totals that were read so far. */
async function blocksRead(database: Database): Promise<number> {
  const [row] = await database.rows<{ blocks: number }>(
    `SELECT (idx_blks_hit + idx_blks_read)::int AS blocks FROM pg_statio_user_tables WHERE relname = 'period_total'`,
  )
  return row!.blocks
}

test('a year is closed, and what follows it reported, with few rows read for each account', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    for (const statement of [
      `INSERT INTO account (agreement, number, name, type) SELECT $1, 199999 + n, 'Account ' || n, 2 FROM generate_series(1, ${ACCOUNTS}) AS n`,
      `INSERT INTO department (agreement, number, name) SELECT $1, 300 + n, 'Department ' || n FROM generate_series(0, 29) AS n`,
    ]) {
      await database.at(AGREEMENT).rows(statement, [AGREEMENT])
    }
    await database.transaction(async (transaction) => {
      await post(transaction, await lockLedger(transaction, AGREEMENT), 1, postings)
      await counted(transaction)
    })
    await countedWhenSmall(database)
    const before = await blocksRead(database)
    await database.transaction(async (transaction) => {
      await closeYear(transaction, AGREEMENT, '2025')
      await counted(transaction)
    })
    expect((await blocksRead(database)) - before).toBeLessThan(20 * ACCOUNTS)
    const days = { from: '2026-01-01', to: '2026-12-31' }
    expect(await rowsFor(database, dimensionTotals(AGREEMENT, { days, dimensionNumber: 1 }, 'json'))).toBeLessThan(
      100 * ACCOUNTS,
    )
  } finally {
    await drop()
  }
})

test('drafts of subscribers are deleted with few rows read for each, though the tables were counted while they had one', async () => {
  const service = await testService()
  try {
    const own = await subscribed(service)
    const of = await own.subscription({ interval: 1 })
    for (let at = 0; at < 6; at++) await own.subscriber(of, { endDate: '2026-01-07' })
    const { agreement } = own.client
    const { documents } = await service.database.transaction((transaction) =>
      runSubscriptions(transaction, agreement, runOn('2026-12-31')),
    )
    await countedWhenSmall(service.database)
    const read = await service.database.transaction(async (transaction) => {
      const rows = async (): Promise<number> => {
        const counted = `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'subscriber'`
        return (await transaction.rows<{ rows: number }>(counted))[0]!.rows
      }
      const before = await rows()
      await transaction.rows('DELETE FROM draft_invoice WHERE agreement = $1', [agreement])
      return (await rows()) - before
    })
    expect(read).toBeLessThan(20 * documents.length)
  } finally {
    await service.stop()
  }
})
