import { expect, test } from 'vitest'
import type { Database, Statement, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftLists, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { agedParties } from '../../src/ledger/reports/aged.ts'
import { openItemsReport } from '../../src/ledger/reports/open-items.ts'
import { partyStatement } from '../../src/ledger/reports/party-statement.ts'
import { trialBalanceReport } from '../../src/ledger/reports/trial-balance.ts'
import { runOn } from '../../src/sales/subscriptions/options.ts'
import { runSubscriptions } from '../../src/sales/subscriptions/run.ts'
import { AGREEMENT, fillBooks } from '../ledger/books.ts'
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

test('reports read each row a few times, though the tables were counted while they had one', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    for (const statement of [
      `INSERT INTO account (agreement, number, name, type) SELECT $1, 199999 + n, 'Account ' || n, 1 FROM generate_series(1, ${SUPPLIERS}) AS n`,
      `INSERT INTO supplier (agreement, number, name, group_number, currency)
       SELECT $1, 100 + n, 'Supplier ' || n, 1, 'DKK' FROM generate_series(1, ${SUPPLIERS}) AS n`,
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
