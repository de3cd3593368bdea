import { beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { createDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { bookOpening } from '../../src/ledger/years/opening.ts'
import { setPeriodBarred } from '../../src/ledger/years/barring.ts'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { createYear } from '../../src/ledger/years/years.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { ACCOUNT, freshBooks } from './books.ts'

const { sales, rent, customers, foreignCustomers, bank, equity, suppliers } = ACCOUNT

const books = freshBooks()
let database: Database
let agreement: number

beforeEach(() => void ({ database, agreement } = books))

const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => database.transaction(work)
const close = (year = '2025') => within((transaction) => closeYear(transaction, agreement, year))

async function book(...entries: Partial<DraftEntryInput>[]): Promise<void> {
  await within(async (transaction) => {
    const full = entries.map((entry) => ({
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2025-05-05',
      currency: 'DKK',
      ...entry,
    })) as DraftEntryInput[]
    await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, full)
    await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
  })
}

type Balances = Record<number, string>

/** What accounts open or close with, those without left out; the text is the database's. */
async function balances(which: 'openingBalance' | 'closingBalance', from: string, to: string): Promise<Balances> {
  const rows = await database.rows<{ account: number; balance: string }>(
    `SELECT (i->>'accountNumber')::int AS account, i->>$2 AS balance
     FROM json_array_elements($1::json->'items') AS i WHERE (i->>$2)::numeric <> 0`,
    [(await database.bytes(trialBalance(agreement, from, to)))!.toString(), which],
  )
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}
const closingOf = (year: number) => balances('closingBalance', `${year}-01-01`, `${year}-12-31`)
const openingOf = (year: number) => balances('openingBalance', `${year}-01-01`, `${year}-12-31`)

async function verified(): Promise<void> {
  expect(await verify(database, agreement)).toMatchObject({ ok: true })
}

const sale = (amount: string, date = '2025-05-05') => ({
  amount,
  date,
  accountNumber: bank,
  contraAccountNumber: sales,
})
const invoice = {
  entryTypeNumber: 10,
  customerNumber: 1,
  customerInvoiceNumber: '1',
  amount: '100',
  dueDate: '2025-06-01',
}
const ofMuller = {
  ...invoice,
  customerNumber: 2,
  customerInvoiceNumber: '2',
  contraAccountNumber: sales,
  currency: 'EUR',
}

describe('the year after a closed one', () => {
  test('opens with its closing balances, the result in equity, income and costs at zero', async () => {
    await book(
      sale('1000.01'),
      { amount: '300.50', accountNumber: rent, contraAccountNumber: bank },
      { amount: '50', accountNumber: bank, contraAccountNumber: equity },
      { ...invoice, contraVatCode: 'U25' },
      ofMuller,
      { entryTypeNumber: 3, supplierNumber: 1, amount: '-125', contraVatCode: 'I25', dueDate: '2025-06-01' },
      sale('7', '2026-02-02'),
    )
    const { [sales]: income, [rent]: cost, [ACCOUNT.purchases]: purchases, ...carried } = await closingOf(2025)
    const movements = await balances('closingBalance', '2025-01-01', '2026-12-31')
    expect([income, cost, purchases]).toEqual(['-1825.13', '300.50', '100.00'])
    const booked = await close()
    expect(await openingOf(2026)).toEqual({ ...carried, [equity]: '-1474.63' })
    expect(await closingOf(2025)).toEqual({ ...carried, [sales]: income, [rent]: cost, [ACCOUNT.purchases]: purchases })
    expect(await balances('closingBalance', '2025-01-01', '2026-12-31')).toEqual(movements)
    expect(await closingOf(2026)).toMatchObject({ [sales]: '-7.00', [customers]: '100.00' })
    const lines = await database.rows(
      `SELECT e.account_number AS account, e.amount_in_base_currency AS amount, e.type, e.date, e.currency
       FROM booked_entry e WHERE e.agreement = $1 AND e.booking = $2 AND e.account_number = $3 ORDER BY e.entry_number`,
      [agreement, booked!.booking, equity],
    )
    const line = { account: equity, type: 7, date: '2026-01-01', currency: 'DKK' }
    expect(lines).toEqual([
      { ...line, amount: '-50.00' },
      { ...line, amount: '-1424.63' },
    ])
    await verified()
  })

  test('keeps the open items of parties, which sum to what the summary accounts open with', async () => {
    await book(
      { ...invoice },
      { ...ofMuller },
      { entryTypeNumber: 2, customerNumber: 1, customerInvoiceNumber: '1', amount: '-30', contraAccountNumber: bank },
      { entryTypeNumber: 3, supplierNumber: 1, supplierInvoiceNumber: 'A', amount: '-80', dueDate: '2025-06-01' },
    )
    const open = () =>
      database.rows<{ entry: number; remainder: string }>(
        'SELECT o.entry_number AS entry, o.remainder FROM open_item o WHERE o.agreement = $1 ORDER BY 1',
        [agreement],
      )
    const before = await open()
    await close()
    expect(await open()).toEqual(before)
    const opening = await openingOf(2026)
    expect([opening[customers], opening[foreignCustomers], opening[suppliers]]).toEqual(['70.00', '745.12', '-80.00'])
    await verified()
    // A payment of the new year settles the invoice of the closed one.
    const date = '2026-02-01'
    await book({
      entryTypeNumber: 2,
      customerNumber: 1,
      customerInvoiceNumber: '1',
      amount: '-70',
      contraAccountNumber: bank,
      date,
    })
    expect((await open()).filter(({ remainder }) => remainder !== '0.00').map(({ remainder }) => remainder)).toEqual([
      '745.12',
      '-80.00',
    ])
    expect((await closingOf(2026))[customers]).toBeUndefined()
    await verified()
  })

  test('opens at zero where nothing but income and costs was left', async () => {
    await book({ amount: '100', accountNumber: rent, contraAccountNumber: sales })
    expect(await openingOf(2026)).toEqual({})
    expect(await close()).toBeUndefined()
    expect(await openingOf(2026)).toEqual({})
    expect(await closingOf(2025)).toEqual({ [sales]: '-100.00', [rent]: '100.00' })
    await verified()
    // The closing that opened nothing took no voucher number.
    await within((transaction) => createYear(transaction, agreement, '2027-01-01', '2027-12-31', []))
    await book(sale('1', '2026-03-03'))
    await close('2026')
    const vouchers = await database.rows(
      'SELECT DISTINCT voucher_number AS number FROM booked_entry WHERE agreement = $1 AND type = 7',
      [agreement],
    )
    expect(vouchers).toEqual([{ number: 900_000_000 }])
  })

  test('is brought to the closing balances where it was opened already', async () => {
    await book(sale('100'), { amount: '40', accountNumber: rent, contraAccountNumber: bank })
    const opening = {
      agreement,
      date: '2026-01-01',
      balances: [
        { accountNumber: bank, amountInBaseCurrency: '55' },
        { accountNumber: rent, amountInBaseCurrency: '1' },
      ],
      balancingAccountNumber: equity,
    }
    await within((transaction) => bookOpening(transaction, opening))
    await close()
    expect(await openingOf(2026)).toEqual({ [bank]: '60.00', [equity]: '-60.00' })
    await verified()
  })

  test('keeps its imported opening after a year in which nothing was booked', async () => {
    const opening = {
      agreement,
      date: '2026-01-01',
      balances: [{ accountNumber: bank, amountInBaseCurrency: '55' }],
      balancingAccountNumber: equity,
    }
    await within((transaction) => bookOpening(transaction, opening))
    expect(await close()).toBeUndefined()
    expect(await openingOf(2026)).toEqual({ [bank]: '55.00', [equity]: '-55.00' })
  })

  test('takes a balance of more digits than an entry has', async () => {
    const most = '999999999999999999'
    await book(sale(most), sale(most), sale('2.01'))
    await close()
    expect(await openingOf(2026)).toEqual({ [bank]: '2000000000000000000.01', [equity]: '-2000000000000000000.01' })
    await verified()
  })
})

describe.each([
  ['closing', 'JournalEntryDateAccountingYearClosed', 'JournalVoucherAccountingYearClosed'],
  ['barring', 'JournalEntryDateAccountingYearPeriodBarred', 'JournalEntryDateAccountingYearPeriodBarred'],
])('%s at the very moment of other work', (kind, draftCode, voucherCode) => {
  const shut = async (transaction: Transaction): Promise<void> => {
    if (kind === 'closing') await closeYear(transaction, agreement, '2025')
    else await setPeriodBarred(transaction, { agreement, year: '2025', periodNumber: 5 }, true)
  }
  const date = '2025-05-05'
  const draft = (transaction: Transaction) =>
    createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, [
      { entryTypeNumber: 5, journalNumber: 1, currency: 'DKK', ...sale('5', date) },
    ])
  const bookAll = (transaction: Transaction) =>
    bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })

  /** Begins `second` while `first` has done its work and not committed; answers what becomes of `second`. */
  async function meanwhile(
    first: (transaction: Transaction) => Promise<unknown>,
    second: (transaction: Transaction) => Promise<unknown>,
  ): Promise<PromiseSettledResult<unknown>> {
    let running: Promise<PromiseSettledResult<unknown>[]> | undefined
    await within(async (transaction) => {
      await first(transaction)
      running = Promise.allSettled([within(second)])
      await untilBlocked(database, 1)
    })
    return (await running!)[0]!
  }

  test('lets no draft entry slip in', async () => {
    const outcome = await meanwhile(shut, draft)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: draftCode } })
  })

  test('lets no opening entries slip in', async () => {
    const balances = [{ accountNumber: bank, amountInBaseCurrency: '1' }]
    const opening = { agreement, date, balances, balancingAccountNumber: equity }
    const outcome = await meanwhile(shut, (transaction) => bookOpening(transaction, opening))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: voucherCode } })
  })

  test('waits for a draft entry under way', async () => {
    const outcome = await meanwhile(draft, shut)
    if (kind === 'barring') expect(outcome.status).toBe('fulfilled')
    else expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'AccountingYearHasDraftEntries' } })
  })

  test('waits for a booking under way, and its entries count', async () => {
    await within(draft)
    expect((await meanwhile(bookAll, shut)).status).toBe('fulfilled')
    expect(await closingOf(2025)).toEqual({ [sales]: '-5.00', [bank]: '5.00' })
    // Closed or not: the result of an open year is where the close will put it.
    expect(await openingOf(2026)).toEqual({ [bank]: '5.00', [equity]: '-5.00' })
    await verified()
  })
})

test('a booking that waits for a period being barred sees it barred', async () => {
  await within(async (transaction) => {
    await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, [
      { entryTypeNumber: 5, journalNumber: 1, currency: 'DKK', ...sale('5') },
    ])
  })
  const requests = Array.from({ length: 6 }, (_, index) =>
    within(async (transaction) => {
      if (index !== 3) {
        return await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
      }
      await setPeriodBarred(transaction, { agreement, year: '2025', periodNumber: 5 }, true)
      return 'barred'
    }),
  )
  const outcomes = await Promise.allSettled(requests)
  const booked = outcomes.filter((outcome) => outcome.status === 'fulfilled' && typeof outcome.value === 'object')
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  const [left] = await database.rows<{ drafts: number }>(
    'SELECT count(*)::int AS drafts FROM draft_entry WHERE agreement = $1',
    [agreement],
  )
  // If a booking came first, it is booked once and nothing was refused. If the barring came first, the draft stays and
  // every booking was refused.
  expect([booked.length, refused.length, left!.drafts]).toEqual(booked.length === 1 ? [1, 0, 0] : [0, 5, 1])
  await verified()
})
