import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Statement } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { bookOpening } from '../../src/ledger/years/opening.ts'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { AGREEMENT, fillBooks } from './books.ts'

let store: TestDatabase
let database: Database

/** 2025: sales of 10.00 on three days. 2026: opening balances, sales of 1.00 on three days. */
beforeAll(async () => {
  store = await testDatabase()
  database = store.database
  await fillBooks(database)
  await fillBooks(database, AGREEMENT + 1)
  const sale = (date: string, amount: string) => ({
    entryTypeNumber: 5,
    journalNumber: 1,
    date,
    amount,
    currency: 'DKK',
    accountNumber: 5820,
    contraAccountNumber: 1010,
  })
  await database.transaction(async (transaction) => {
    await createDraftEntries(transaction, { agreement: AGREEMENT, baseCurrency: 'DKK' }, [
      ...['2025-03-01', '2025-03-31', '2025-12-31'].map((date) => sale(date, '10')),
      ...['2026-01-01', '2026-01-15', '2026-02-28'].map((date) => sale(date, '1')),
    ])
    await bookEntries(transaction, { agreement: AGREEMENT, journalNumber: 1, selection: { kind: 'all' } })
    await bookOpening(transaction, {
      agreement: AGREEMENT,
      date: '2026-01-01',
      balances: [{ accountNumber: 5820, amountInBaseCurrency: '30' }],
      balancingAccountNumber: 6110,
    })
  })
})
afterAll(async () => {
  await store.drop()
})

interface Item {
  accountNumber: number
  openingBalance: number
  debit: number
  credit: number
  closingBalance: number
}
const body = async (statement: Statement) => (await database.bytes(statement))?.toString()
async function balance(from: string, to: string): Promise<[totalDebit: number, totalCredit: number, ...unknown[]]> {
  const text = (await body(trialBalance(AGREEMENT, from, to)))!
  const { items, totalDebit, totalCredit } = JSON.parse(text) as {
    items: Item[]
    totalDebit: number
    totalCredit: number
  }
  const used = items.filter((item) => item.openingBalance !== 0 || item.debit !== 0 || item.credit !== 0)
  return [
    totalDebit,
    totalCredit,
    ...used.map((item) => [item.accountNumber, item.openingBalance, item.debit, item.credit, item.closingBalance]),
  ]
}

test.each<[string, string, number, ...unknown[]]>([
  ['2025-01-01', '2025-12-31', 30, [1010, 0, 0, 30, -30], [5820, 0, 30, 0, 30]],
  ['2025-03-02', '2025-03-30', 0, [1010, -10, 0, 0, -10], [5820, 10, 0, 0, 10]],
  ['2025-03-02', '2025-03-31', 10, [1010, -10, 0, 10, -20], [5820, 10, 10, 0, 20]],
  ['2025-02-10', '2025-04-10', 20, [1010, 0, 0, 20, -20], [5820, 0, 20, 0, 20]],
  ['2026-01-01', '2026-12-31', 3, [1010, 0, 0, 3, -3], [5820, 30, 3, 0, 33], [6110, -30, 0, 0, -30]],
  ['2026-01-01', '2026-01-01', 1, [1010, 0, 0, 1, -1], [5820, 30, 1, 0, 31], [6110, -30, 0, 0, -30]],
  ['2026-01-02', '2026-02-27', 1, [1010, -1, 0, 1, -2], [5820, 31, 1, 0, 32], [6110, -30, 0, 0, -30]],
  ['2025-12-31', '2026-01-01', 11, [1010, -20, 0, 11, -31], [5820, 20, 11, 0, 31]],
  ['2030-01-01', '2030-12-31', 0, [1010, -3, 0, 0, -3], [5820, 33, 0, 0, 33], [6110, -30, 0, 0, -30]],
  ['2020-01-01', '2020-12-31', 0],
])('from %s to %s', async (from, to, total, ...lines) => {
  expect(await balance(from, to)).toEqual([total, total, ...lines])
})

test('lists every account that takes entries, with two decimals, and nothing of another agreement', async () => {
  const text = (await body(trialBalance(AGREEMENT + 1, '2026-01-01', '2026-12-31')))!
  expect((JSON.parse(text) as { items: Item[] }).items).toHaveLength(16)
  expect(text).toContain('"openingBalance" : 0.00')
  expect(JSON.parse((await body(trialBalance(1, '2026-01-01', '2026-12-31')))!)).toEqual({
    items: [],
    sums: [],
    totalDebit: 0,
    totalCredit: 0,
  })
})

test('days that begin before the first year have its opening balances too', async () => {
  const whole = JSON.parse((await body(trialBalance(AGREEMENT, '2024-06-01', '2025-12-31')))!)
  expect(whole).toEqual(JSON.parse((await body(trialBalance(AGREEMENT, '2025-01-01', '2025-12-31')))!))
  const own = await testDatabase()
  try {
    await fillBooks(own.database)
    await own.database.transaction((transaction) =>
      bookOpening(transaction, {
        agreement: AGREEMENT,
        date: '2025-01-01',
        balances: [{ accountNumber: 5820, amountInBaseCurrency: '40.00' }],
        balancingAccountNumber: 6110,
      }),
    )
    const text = (await own.database.bytes(trialBalance(AGREEMENT, '2024-12-01', '2025-02-28')))!.toString()
    const { items } = JSON.parse(text) as { items: { accountNumber: number; closingBalance: number }[] }
    expect(items.find((item) => item.accountNumber === 5820)?.closingBalance).toBe(40)
  } finally {
    await own.drop()
  }
})
