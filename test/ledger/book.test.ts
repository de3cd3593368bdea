import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { bookOpening } from '../../src/ledger/years/opening.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { ACCOUNT, freshBooks, refusal } from './books.ts'

const books = freshBooks()

const finance = (entry: Partial<DraftEntryInput>): DraftEntryInput => ({
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  ...entry,
})
const create = (...entries: DraftEntryInput[]) => books.create(entries)
const { book } = books
const codes = async (work: Promise<unknown>) => (await refusal(work)).map(({ code }) => code)

interface Line {
  entry_number: number
  account_number: number
  amount_in_base_currency: string
}
const lines = async (extra = ''): Promise<unknown[]> =>
  (
    await books.database.rows<Line>(
      `SELECT entry_number, account_number, amount_in_base_currency FROM booked_entry
       WHERE agreement = $1 ${extra} ORDER BY entry_number`,
      [books.agreement],
    )
  ).map((line) => [line.account_number, line.amount_in_base_currency])
const drafts = async () =>
  (
    await books.database.rows<{ number: number }>(
      'SELECT entry_number AS number FROM draft_entry WHERE agreement = $1 ORDER BY 1',
      [books.agreement],
    )
  ).map((row) => row.number)
const remainders = async () =>
  (
    await books.database.rows<{ entry_number: number; remainder: string }>(
      'SELECT entry_number, remainder FROM open_item WHERE agreement = $1 ORDER BY 1',
      [books.agreement],
    )
  ).map((row) => [row.entry_number, row.remainder])

describe('the postings', () => {
  test('a supplier invoice of 125 with input tax', async () => {
    await create(
      finance({
        entryTypeNumber: 3,
        supplierNumber: 1,
        amount: '-125',
        contraVatCode: 'I25',
        supplierInvoiceNumber: 'A-1',
      }),
    )
    expect(await book()).toEqual({ booking: 1, firstEntry: 1, lastEntry: 3 })
    expect(await lines()).toEqual([
      [ACCOUNT.suppliers, '-125.00'],
      [ACCOUNT.purchases, '100.00'],
      [ACCOUNT.inputTax, '25.00'],
    ])
    expect(await drafts()).toEqual([])
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 3 })
  })

  test('reverse charge posts the tax to both sides and leaves the amount', async () => {
    await create(
      finance({
        entryTypeNumber: 3,
        supplierNumber: 1,
        amount: '-100',
        contraVatCode: 'IV25',
        contraAccountNumber: ACCOUNT.purchases,
      }),
    )
    await book()
    expect(await lines()).toEqual([
      [ACCOUNT.suppliers, '-100.00'],
      [ACCOUNT.purchases, '100.00'],
      [ACCOUNT.inputTax, '25.00'],
      [ACCOUNT.reverseTax, '-25.00'],
    ])
  })

  test('the last cent of a foreign voucher goes to the rounding account', async () => {
    await create(
      finance({ currency: 'EUR', exchangeRate: '745.123456', amount: '0.99', accountNumber: 5820, voucherNumber: 7 }),
      finance({ currency: 'EUR', exchangeRate: '745.123456', amount: '-0.33', accountNumber: 1010, voucherNumber: 7 }),
      finance({ currency: 'EUR', exchangeRate: '745.123456', amount: '-0.33', accountNumber: 1010, voucherNumber: 7 }),
      finance({ currency: 'EUR', exchangeRate: '745.123456', amount: '-0.33', accountNumber: 1010, voucherNumber: 7 }),
    )
    await book()
    expect(await lines()).toEqual([
      [ACCOUNT.bank, '7.38'],
      [ACCOUNT.sales, '-2.46'],
      [ACCOUNT.sales, '-2.46'],
      [ACCOUNT.sales, '-2.46'],
    ])
    await create(
      finance({ currency: 'EUR', exchangeRate: '745.5', amount: '0.02', accountNumber: 5820, voucherNumber: 8 }),
      finance({ currency: 'EUR', exchangeRate: '745.5', amount: '-0.01', accountNumber: 1010, voucherNumber: 8 }),
      finance({ currency: 'EUR', exchangeRate: '745.5', amount: '-0.01', accountNumber: 1010, voucherNumber: 8 }),
    )
    await book()
    expect(await lines('AND voucher_number = 8')).toEqual([
      [ACCOUNT.bank, '0.15'],
      [ACCOUNT.sales, '-0.07'],
      [ACCOUNT.sales, '-0.07'],
      [ACCOUNT.rounding, '-0.01'],
    ])
  })

  test('an accrual moves equal shares month by month, the last taking the rounding', async () => {
    const [number] = await create(
      finance({
        entryTypeNumber: 3,
        supplierNumber: 1,
        amount: '-125',
        contraAccountNumber: ACCOUNT.rent,
        contraVatCode: 'I25',
      }),
    )
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, $2, $3, '2026-01-15', '2026-03-10')`,
      [books.agreement, number!, ACCOUNT.prepaid],
    )
    await book()
    expect(await lines()).toEqual([
      [ACCOUNT.suppliers, '-125.00'],
      [ACCOUNT.prepaid, '100.00'],
      [ACCOUNT.inputTax, '25.00'],
      [ACCOUNT.prepaid, '-33.33'],
      [ACCOUNT.rent, '33.33'],
      [ACCOUNT.prepaid, '-33.33'],
      [ACCOUNT.rent, '33.33'],
      [ACCOUNT.prepaid, '-33.34'],
      [ACCOUNT.rent, '33.34'],
    ])
    const dates = await books.database.rows<{ date: string }>(
      'SELECT DISTINCT date FROM booked_entry WHERE agreement = $1 AND type = 9 ORDER BY 1',
      [books.agreement],
    )
    expect(dates.map((row) => row.date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(
      (await books.database.rows('SELECT 1 FROM draft_entry_accrual WHERE agreement = $1', [books.agreement])).length,
    ).toBe(0)
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 9 })
  })
})

describe('balance', () => {
  const pair = (journalNumber: number, voucherNumber: number, ...legs: [date: string, amount: string][]) =>
    legs.map(([date, amount]) =>
      finance({ journalNumber, voucherNumber, date, amount, accountNumber: ACCOUNT.bank, text: 'leg' }),
    )

  test('an unbalanced voucher stops everything', async () => {
    await create(
      ...pair(1, 1, ['2026-01-01', '10'], ['2026-01-01', '-10']),
      ...pair(1, 2, ['2026-01-01', '10'], ['2026-01-01', '-9.99']),
      ...pair(1, 3, ['2026-01-01', '5'], ['2026-01-02', '-5']),
    )
    expect(await codes(book())).toEqual(Array<string>(3).fill('JournalBookingVoucherNotInBalance'))
    expect(await lines()).toEqual([])
    expect(await drafts()).toHaveLength(6)
  })

  test('without a rounding account it is said of what only rounding leaves, and of nothing else', async () => {
    await books.database.rows("DELETE FROM system_account WHERE agreement = $1 AND purpose = 'rounding'", [
      books.agreement,
    ])
    const inEuro = (amount: string) =>
      finance({ currency: 'EUR', exchangeRate: '745.5', amount, accountNumber: ACCOUNT.bank, voucherNumber: 1 })
    await create(inEuro('0.06'), ...Array.from({ length: 6 }, () => inEuro('-0.01')))
    await create(...pair(1, 2, ['2026-01-01', '10'], ['2026-01-01', '-9.99']))
    const faults = await refusal(book())
    expect(faults.map(({ voucher }) => voucher)).toEqual([
      { voucherNumber: 2, difference: '0.01' },
      { voucherNumber: 1, difference: '0.03' },
    ])
    expect(faults.map(({ code, message }) => [code, message])).toEqual([
      ['JournalBookingVoucherNotInBalance', 'Voucher 2 of 2026-01-01 is out of balance by 0.01 DKK.'],
      ['JournalBookingRoundingAccountNotSet', 'Voucher 1 of 2026-01-15 is out of balance by 0.03 DKK.'],
    ])
  })

  test('by month, dates of one month balance with each other', async () => {
    await create(...pair(3, 1, ['2026-01-01', '5'], ['2026-01-31', '-5']))
    expect(await book(3)).toMatchObject({ lastEntry: 2 })
    await create(...pair(3, 2, ['2026-01-31', '5'], ['2026-02-01', '-5']))
    expect(await codes(book(3))).toHaveLength(2)
  })

  test('with partial booking unbalanced dates stay behind', async () => {
    await create(...pair(4, 1, ['2026-01-01', '10'], ['2026-01-01', '-10'], ['2026-01-02', '7']))
    expect(await book(4)).toEqual({ booking: 1, firstEntry: 1, lastEntry: 2 })
    expect(await drafts()).toEqual([3])
    expect(await book(4)).toBeUndefined()
  })

  test('with balance required per voucher the whole voucher stays behind', async () => {
    await create(
      ...pair(5, 1, ['2026-01-01', '10'], ['2026-01-01', '-10'], ['2026-01-02', '7']),
      ...pair(5, 2, ['2026-01-01', '3'], ['2026-01-01', '-3']),
    )
    expect(await book(5)).toEqual({ booking: 1, firstEntry: 1, lastEntry: 2 })
    expect(await drafts()).toEqual([1, 2, 3])
  })

  test('a standing journal keeps its drafts and books them again', async () => {
    await create(...pair(6, 1, ['2026-01-01', '10'], ['2026-01-01', '-10']))
    expect(await book(6)).toMatchObject({ lastEntry: 2 })
    expect(await book(6)).toEqual({ booking: 2, firstEntry: 3, lastEntry: 4 })
    expect(await drafts()).toEqual([1, 2])
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 4 })
  })
})

describe('selection and state', () => {
  const simple = (date: string) =>
    finance({ date, amount: '10', accountNumber: ACCOUNT.bank, contraAccountNumber: ACCOUNT.sales })

  test('books by dates, by numbers, and says which number is missing', async () => {
    const [a, b, c] = await create(simple('2026-01-01'), simple('2026-02-01'), simple('2026-03-01'))
    expect(await book(1, { kind: 'dates', from: '2026-01-15', to: '2026-02-01' })).toMatchObject({ lastEntry: 2 })
    expect(await drafts()).toEqual([a, c])
    expect(await codes(book(1, { kind: 'entries', entryNumbers: [a!, b!] }))).toEqual(['JournalEntryDoesNotExist'])
    expect(await codes(book(1, { kind: 'entries', entryNumbers: [] }))).toEqual(['OneAPIEntriesListCannotBeEmpty'])
    expect(await codes(book(99))).toEqual(['JournalDoesNotExist'])
    expect(await book(1, { kind: 'entries', entryNumbers: [c!, a!] })).toMatchObject({ booking: 2, lastEntry: 6 })
  })

  test('checks again what changed since the draft was made', async () => {
    await create(simple('2026-01-01'))
    await books.database.rows(
      "UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND date_from = '2026-01-01'",
      [books.agreement],
    )
    await books.database.rows('UPDATE account SET is_barred = true WHERE agreement = $1 AND number = 5820', [
      books.agreement,
    ])
    await books.database.rows(
      'UPDATE account SET is_blocked_for_direct_entries = true WHERE agreement = $1 AND number = 1010',
      [books.agreement],
    )
    expect(await codes(book())).toEqual([
      'JournalEntryDateAccountingYearPeriodBarred',
      'JournalEntryAccountNotAccessible',
      'JournalEntryContraAccountIsBlockedForDirectEntries',
    ])
    await books.database.rows("UPDATE accounting_year SET is_closed = true WHERE agreement = $1 AND year = '2026'", [
      books.agreement,
    ])
    expect(await codes(book())).toContain('JournalVoucherAccountingYearClosed')
  })
})

test.each([
  ['I25', ACCOUNT.inputTax],
  ['IV25', ACCOUNT.reverseTax],
])('the tax of %s goes to no account that is kept in another currency', async (vatCode, account) => {
  await create(
    finance({
      amount: '100',
      currency: 'EUR',
      accountNumber: ACCOUNT.rent,
      vatCode,
      contraAccountNumber: ACCOUNT.bank,
    }),
  )
  const keepIn = (currency: string) =>
    books.database.rows('UPDATE account SET currency = $2 WHERE agreement = $1 AND number = $3', [
      books.agreement,
      currency,
      account,
    ])
  await keepIn('DKK')
  expect(await refusal(book())).toEqual([
    {
      code: 'JournalEntryAccountCurrencyMismatch',
      property: 'currency',
      message: `Draft entry 1: Account ${account} is kept in DKK, and takes no entry in EUR.`,
    },
  ])
  await keepIn('EUR')
  expect(await book()).toMatchObject({ booking: 1 })
})

describe('open items', () => {
  const invoice = (amount: string, number: string, date = '2026-01-10') =>
    finance({ entryTypeNumber: 10, customerNumber: 1, amount, customerInvoiceNumber: number, date })
  const payment = (amount: string, number?: string, date = '2026-02-10') =>
    finance({
      entryTypeNumber: 2,
      customerNumber: 1,
      amount,
      customerInvoiceNumber: number,
      contraAccountNumber: ACCOUNT.bank,
      date,
    })

  test('payments settle the invoices whose number they carry, oldest first', async () => {
    await create(invoice('100', '7', '2026-01-12'), invoice('50', '7', '2026-01-10'), invoice('80', '8'))
    await book()
    await create(payment('-120', '7'), payment('-30'), payment('-100', '8'))
    await book()
    // Booked by date: 50 and 80 of the 10th, then 100 of the 12th; then the payments.
    expect(await remainders()).toEqual([
      [1, '0.00'],
      [3, '0.00'],
      [5, '30.00'],
      [7, '0.00'],
      [9, '-30.00'],
      [11, '-20.00'],
    ])
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 12 })
  })

  test('supplier invoices are settled without regard to case', async () => {
    const entry = { entryTypeNumber: 3, supplierNumber: 1, amount: '-125', supplierInvoiceNumber: 'Ø-17' }
    await create(finance(entry))
    await create(
      finance({ ...entry, entryTypeNumber: 4, amount: '25', supplierInvoiceNumber: 'ø-17', contraAccountNumber: 5820 }),
    )
    await book()
    expect(await remainders()).toEqual([
      [1, '-100.00'],
      [3, '0.00'],
    ])
  })

  test('an empty invoice number is none, and settles nothing', async () => {
    const entry = { entryTypeNumber: 3, supplierNumber: 1, amount: '-125', supplierInvoiceNumber: '' }
    await create(finance(entry), finance({ ...entry, entryTypeNumber: 4, amount: '25', contraAccountNumber: 5820 }))
    await book()
    expect(await remainders()).toEqual([
      [1, '-125.00'],
      [3, '25.00'],
    ])
  })

  test('opening balances of parties are open, and balance against the account given', async () => {
    await books.database.transaction((transaction) =>
      bookOpening(transaction, {
        agreement: books.agreement,
        date: '2025-01-01',
        balancingAccountNumber: ACCOUNT.equity,
        balances: [
          { accountNumber: ACCOUNT.customers, amountInBaseCurrency: '300.50', customerNumber: 1 },
          { accountNumber: ACCOUNT.suppliers, amountInBaseCurrency: '-100', supplierNumber: 1 },
          { accountNumber: ACCOUNT.bank, amountInBaseCurrency: '0' },
        ],
      }),
    )
    expect(await lines('AND type = 7')).toEqual([
      [ACCOUNT.customers, '300.50'],
      [ACCOUNT.suppliers, '-100.00'],
      [ACCOUNT.equity, '-200.50'],
    ])
    expect(await remainders()).toEqual([
      [1, '300.50'],
      [2, '-100.00'],
    ])
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 3 })
  })
})

test('a booking whose drafts cannot be removed sends nothing after it has failed', async () => {
  await create(finance({ amount: '100', accountNumber: ACCOUNT.rent, contraAccountNumber: ACCOUNT.bank }))
  const [sent, late]: string[][] = [[], []]
  let isOver = false
  const isRemoving = (text: string) => text.includes('DELETE FROM draft_entry')
  const work = books.database.transaction(async (transaction) => {
    let failed = (): void => {}
    const failure = new Promise<void>((resolve) => (failed = resolve))
    const rows: Transaction['rows'] = async (text, values) => {
      ;(isOver ? late : sent)!.push(text)
      if (isRemoving(text)) return await transaction.rows<never>('SELECT 1 / 0').finally(failed)
      const found = await transaction.rows<never>(text, values)
      // The numbers of the booking come once its drafts have failed to be removed.
      if (text.includes(`'booked_entry', $2`)) await failure.then(() => setImmediate())
      return found
    }
    const request = { agreement: books.agreement, journalNumber: 1, selection: { kind: 'all' } } as const
    await bookEntries({ ...transaction, rows }, request).finally(() => (isOver = true))
  })
  await expect(work).rejects.toThrow('division by zero')
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect([sent!.some(isRemoving), late]).toEqual([true, []])
  expect(await drafts()).toEqual([1])
})
