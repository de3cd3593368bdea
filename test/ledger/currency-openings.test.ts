import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { correctCurrencies } from '../../src/ledger/years/currency-corrections.ts'
import { createYear } from '../../src/ledger/years/years.ts'
import { bookOpening } from '../../src/ledger/years/opening.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { ACCOUNT, AGREEMENT, faultsOf, fillBooks } from './books.ts'

const { sales, bank, equity, foreignCustomers, suppliers, purchases } = ACCOUNT
/** Kept in EUR. */
const ACCOUNT_IN_EUR = 5830

let store: TestDatabase
let database: Database
let agreement = AGREEMENT

beforeAll(async () => {
  store = await testDatabase()
  database = store.database
})
afterAll(() => store.drop())
beforeEach(async () => {
  agreement += 1
  await fillBooks(database, agreement)
  await database.rows(
    `INSERT INTO account (agreement, number, name, type, currency) VALUES ($1, $2, 'Bank, EUR', 2, 'EUR')`,
    [agreement, ACCOUNT_IN_EUR],
  )
})

const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => database.transaction(work)
const close = (year = '2025') => within((transaction) => closeYear(transaction, agreement, year))
const correct = (date?: string) => within((transaction) => correctCurrencies(transaction, agreement, date))

async function book(...entries: Partial<DraftEntryInput>[]): Promise<void> {
  await within(async (transaction) => {
    const full = entries.map((entry) => ({
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2025-05-05',
      currency: 'EUR',
      exchangeRate: '746',
      ...entry,
    })) as DraftEntryInput[]
    await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, full)
    await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
  })
}

const deposit = { amount: '2000', accountNumber: ACCOUNT_IN_EUR, contraAccountNumber: sales }

/** The year's opening entries: `account amount currency = base @ rate`. */
async function openings(year: string): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(
    `SELECT concat_ws(' ', e.account_number, e.amount, e.currency, '=', e.amount_in_base_currency, '@', e.exchange_rate,
       coalesce(e.customer_number, e.supplier_number), e.department_number) AS line
     FROM booked_entry e WHERE e.agreement = $1 AND e.accounting_year = $2 AND e.type = 7 ORDER BY e.entry_number`,
    [agreement, year],
  )
  return rows.map(({ line }) => line)
}

/** What an account has by currency in a year: `currency amount base`. */
async function sums(account: number, year: string): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(
    `SELECT concat_ws(' ', e.currency, sum(e.amount), sum(e.amount_in_base_currency)) AS line FROM booked_entry e
     WHERE e.agreement = $1 AND e.account_number = $2 AND e.accounting_year = $3 GROUP BY e.currency ORDER BY e.currency DESC`,
    [agreement, account, year],
  )
  return rows.map(({ line }) => line)
}

const keptIn = (currency: string | null) =>
  database.rows('UPDATE account SET currency = $3 WHERE agreement = $1 AND number = $2', [
    agreement,
    ACCOUNT_IN_EUR,
    currency,
  ])

/** Closes a year as it was done once: the next opens in base currency alone. */
async function closeAsOnce(year: string): Promise<void> {
  await keptIn(null)
  await close(year)
  await keptIn('EUR')
}

describe('the opening of a year', () => {
  test('of an account kept in a currency is in it', async () => {
    await book(deposit)
    await close()
    expect(await openings('2026')).toEqual([
      `${ACCOUNT_IN_EUR} 2000.00 EUR = 14920.00 @ 746.000000`,
      `${equity} -14920.00 DKK = -14920.00 @ 100.000000`,
    ])
    expect(await verify(database, agreement)).toEqual({ ok: true, entries: 4 })
  })

  test('carries on what it was opened with, department by department', async () => {
    await database.rows(`UPDATE agreement SET modules = '{Dimension}' WHERE agreement = $1`, [agreement])
    await book(deposit, { ...deposit, amount: '100', departmentNumber: 1 })
    await within((transaction) => createYear(transaction, agreement, '2027-01-01', '2027-12-31', []))
    await close()
    await book({ ...deposit, amount: '-500', date: '2026-02-02', exchangeRate: '740' })
    await close('2026')
    expect(await openings('2027')).toEqual([
      `${ACCOUNT_IN_EUR} 1500.00 EUR = 11220.00 @ 748.000000`,
      `${ACCOUNT_IN_EUR} 100.00 EUR = 746.00 @ 746.000000 1`,
      `${equity} -15666.00 DKK = -15666.00 @ 100.000000`,
      `${equity} 3700.00 DKK = 3700.00 @ 100.000000`,
    ])
  })

  test('keeps the base currency that is left where nothing of the currency is', async () => {
    await book(deposit, { ...deposit, amount: '-2000', exchangeRate: '740' })
    await close()
    expect(await openings('2026')).toEqual([
      `${ACCOUNT_IN_EUR} 0.00 EUR = 120.00 @ 100.000000`,
      `${equity} -120.00 DKK = -120.00 @ 100.000000`,
    ])
  })

  test('of a summary account has a line for each currency of what is open, and the rest in base currency', async () => {
    const invoice = { entryTypeNumber: 10, customerNumber: 2, contraAccountNumber: sales, dueDate: '2025-06-01' }
    await book(
      { ...invoice, customerInvoiceNumber: '1', amount: '1000' },
      { ...invoice, customerInvoiceNumber: '2', amount: '300', currency: 'USD', exchangeRate: '690' },
      { ...invoice, customerInvoiceNumber: '3', amount: '50.25', currency: 'DKK', exchangeRate: '100' },
      {
        entryTypeNumber: 3,
        supplierNumber: 1,
        amount: '-80',
        dueDate: '2025-06-01',
        contraAccountNumber: purchases,
        supplierInvoiceNumber: 'A',
      },
    )
    const payment = { entryTypeNumber: 2, customerNumber: 2, customerInvoiceNumber: '1', contraAccountNumber: bank }
    await book({ ...payment, amount: '-400' })
    // It settles the invoice in the next year, so that it was open at the end of this one.
    await book({ ...payment, amount: '-600', date: '2026-01-15', exchangeRate: '745' })
    await close()
    expect(await openings('2026')).toEqual([
      `${foreignCustomers} 600.00 EUR = 4476.00 @ 746.000000`,
      `${foreignCustomers} 300.00 USD = 2070.00 @ 690.000000`,
      `${foreignCustomers} 50.25 DKK = 50.25 @ 100.000000`,
      expect.stringMatching(`^${bank} .* DKK`),
      `${suppliers} -80.00 EUR = -596.80 @ 746.000000`,
      expect.stringMatching(`^${equity} .* DKK`),
    ])
    const items = await database.rows('SELECT FROM open_item WHERE agreement = $1 AND date = $2', [
      agreement,
      '2026-01-01',
    ])
    expect(items).toEqual([])
    expect(await verify(database, agreement)).toMatchObject({ ok: true })
  })
})

describe('years that were opened in base currency alone', () => {
  test('are named by verify, and corrected once', async () => {
    await book(deposit)
    await closeAsOnce('2025')
    const note = `Agreement ${agreement}: account 5830 is kept in EUR, and was opened with 14920.00 in base currency alone: it lacks 2000.00 EUR.`
    expect(await verify(database, agreement)).toMatchObject({ ok: true, notes: [expect.stringContaining(note)] })
    expect(await correct()).toMatchObject({
      accountingYear: '2026',
      date: '2026-01-01',
      items: [{ accountNumber: 5830, currency: 'EUR', amount: '2000.00', amountInBaseCurrency: '14920.00' }],
      unknown: [],
    })
    expect(await sums(ACCOUNT_IN_EUR, '2026')).toEqual(['EUR 2000.00 14920.00', 'DKK 0.00 0.00'])
    expect(await correct()).toEqual({ accountingYear: null, voucherNumber: null, date: null, items: [], unknown: [] })
    expect(await verify(database, agreement)).not.toHaveProperty('notes')
  })

  test('are corrected by what all of them lack, and not again after the next close', async () => {
    await within((transaction) => createYear(transaction, agreement, '2027-01-01', '2027-12-31', []))
    await within((transaction) => createYear(transaction, agreement, '2028-01-01', '2028-12-31', []))
    await book(deposit)
    await closeAsOnce('2025')
    await book({ ...deposit, amount: '-500', date: '2026-02-02' })
    await close('2026')
    expect(await sums(ACCOUNT_IN_EUR, '2027')).toEqual(['EUR -500.00 -3730.00', 'DKK 14920.00 14920.00'])
    expect((await correct('2027-03-03')).items).toMatchObject([{ amount: '2000.00', amountInBaseCurrency: '14920.00' }])
    await close('2027')
    expect(await openings('2028')).toEqual([
      `${ACCOUNT_IN_EUR} 1500.00 EUR = 11190.00 @ 746.000000`,
      `${equity} -11190.00 DKK = -11190.00 @ 100.000000`,
    ])
    expect((await correct()).items).toEqual([])
  })

  test('are not guessed at where the first opening does not say how much it was', async () => {
    await within((transaction) =>
      bookOpening(transaction, {
        agreement,
        date: '2025-01-01',
        balances: [{ accountNumber: ACCOUNT_IN_EUR, amountInBaseCurrency: '7460.00' }],
        balancingAccountNumber: equity,
      }),
    )
    await close()
    expect(await correct()).toMatchObject({ items: [], unknown: [ACCOUNT_IN_EUR] })
  })

  test('are corrected on a day of the first open year alone', async () => {
    await book(deposit)
    await closeAsOnce('2025')
    expect(await faultsOf(correct('2025-12-31'))).toEqual(['date: ValueOutOfRange'])
    expect(await faultsOf(correct('2027-01-01'))).toEqual(['date: ValueOutOfRange'])
  })
})
