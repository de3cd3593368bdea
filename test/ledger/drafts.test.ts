import { describe, expect, test } from 'vitest'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { faultsOf, freshBooks } from './books.ts'

const books = freshBooks()

const valid: DraftEntryInput = {
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100.10',
  accountNumber: 5820,
  contraAccountNumber: 1010,
}
const invoice: DraftEntryInput = {
  entryTypeNumber: 3,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '-125',
  supplierNumber: 1,
}
const { create } = books
const stored = async (entryNumber: number) =>
  (
    await books.database.rows<Record<string, unknown>>(
      'SELECT * FROM draft_entry WHERE agreement = $1 AND entry_number = $2',
      [books.agreement, entryNumber],
    )
  )[0]!

describe('creating', () => {
  test('keeps the decimal as sent, gives numbers, year and base rate', async () => {
    const numbers = await create([valid, { ...valid, amount: '-0.1000' }])
    expect(numbers).toEqual([1, 2])
    expect(await stored(1)).toMatchObject({
      amount: '100.10',
      voucher_number: 1,
      accounting_year: '2026',
      exchange_rate: '100.000000',
    })
    expect(await stored(2)).toMatchObject({ amount: '-0.1000', voucher_number: 2 })
  })

  test('takes defaults from journal, party, payment terms and rate table', async () => {
    await create([
      { ...invoice, currency: undefined, supplierNumber: 2, contraAccountNumber: 1310 },
      { ...invoice, dueDate: '2026-03-01', text: 'Skruer' },
      {
        entryTypeNumber: 2,
        journalNumber: 2,
        date: '2026-03-31',
        amount: '-50',
        currency: 'EUR',
        customerNumber: 2,
        accountNumber: 1,
      },
    ])
    expect(await stored(1)).toMatchObject({
      account_number: 6800,
      currency: 'EUR',
      exchange_rate: '746.050000',
      text: 'Lieferant AG',
      due_date: '2026-02-10',
    })
    expect(await stored(2)).toMatchObject({ contra_account_number: 1310, text: 'Skruer', due_date: '2026-03-01' })
    expect(await stored(3)).toMatchObject({
      account_number: 5605,
      contra_account_number: 5820,
      exchange_rate: '744.900000',
      text: 'Indbetaling',
      voucher_number: 100,
      department_number: 1,
    })
  })

  test('names every fault of every entry, in the order of the fields', async () => {
    const wrong = {
      ...valid,
      accountNumber: 1,
      amount: undefined,
      currency: 'XXX',
      contraAccountNumber: 3000,
      text: 'x'.repeat(251),
    }
    expect(await faultsOf(create([valid, wrong, { ...valid, date: '2030-01-01' }], true))).toEqual([
      'entries[1].accountNumber: JournalEntryAccountNotFound',
      'entries[1].amount: JournalEntryEitherAmountsNotSet',
      'entries[1].currency: JournalEntryCurrencyNotFound',
      'entries[1].contraAccountNumber: JournalEntryWrongContraAccountType',
      'entries[1].text: JournalEntryTextTooLong',
      'entries[2].date: JournalEntryDateAccountingYearDoesNotExist',
    ])
    expect(await books.database.rows('SELECT 1 FROM draft_entry WHERE agreement = $1', [books.agreement])).toEqual([])
  })

  const codes: [string, Partial<DraftEntryInput>][] = [
    ['entryTypeNumber: JournalEntryTypeNotCorrect', { entryTypeNumber: 7 }],
    ['entryTypeNumber: JournalEntryTypeNotCorrect', { journalNumber: 2, voucherNumber: 100 }],
    ['journalNumber: JournalVoucherDataIntegrityError', { journalNumber: 99, voucherNumber: 1 }],
    ['date: JournalEntryDateAccountingYearDoesNotExist', { date: '2024-12-31' }],
    [
      'accountNumber: JournalEntryAccountAndContraAccountNotSet',
      { accountNumber: undefined, contraAccountNumber: undefined },
    ],
    ['accountNumber: JournalEntryAccountNotFound', { accountNumber: 4711 }],
    ['accountNumber: JournalEntryAccountNotAccessible', { accountNumber: 2900 }],
    ['accountNumber: JournalEntryWrongAccountType', { accountNumber: 3000 }],
    ['accountNumber: JournalEntryAccountIsBlockedForDirectEntries', { accountNumber: 5890 }],
    ['accountNumber: JournalEntryAccountIsBlockedForDirectEntries', { accountNumber: 5605 }],
    ['accountNumber: JournalEntryAccountIsBlockedForDirectEntries', { accountNumber: 5605, customerNumber: 1 }],
    ['contraAccountNumber: JournalEntryContraAccountNotFound', { contraAccountNumber: 4711 }],
    ['contraAccountNumber: JournalEntryContraAccountNotAccessible', { contraAccountNumber: 2900 }],
    ['contraAccountNumber: JournalEntryWrongContraAccountType', { contraAccountNumber: 3000 }],
    ['contraAccountNumber: JournalEntryContraAccountIsBlockedForDirectEntries', { contraAccountNumber: 6800 }],
    ['vatCode: ValueNotAllowed', { vatCode: 'X9' }],
    ['contraVatCode: ValueNotAllowed', { contraVatCode: 'X9' }],
    ['amount: JournalEntryEitherAmountsNotSet', { amount: undefined }],
    ['amount: JournalEntryAmountExceedsDigitLimit', { amount: '1234567890.123456789' }],
    ['amount: JournalEntryAmountExceedsDigitLimit', { amount: '999999999999999999', currency: 'EUR' }],
    ['currency: JournalEntryCurrencyNotSet', { currency: undefined }],
    ['currency: JournalEntryCurrencyNotFound', { currency: 'GBP' }],
    ['exchangeRate: JournalEntryExchangeRateError', { amount: '100', currency: 'JPY' }],
    ['exchangeRate: JournalEntryExchangeRateError', { amount: '100', currency: 'JPY', exchangeRate: '0' }],
    ['exchangeRate: JournalEntryExchangeRateError', { amount: '100', currency: 'JPY', exchangeRate: '-1' }],
    ['exchangeRate: JournalEntryExchangeRateError', { amount: '100', currency: 'JPY', exchangeRate: '1000000000000' }],
    [
      'exchangeRate: JournalEntryExchangeRateScalePrecisionError',
      { amount: '100', currency: 'JPY', exchangeRate: '4.1234567' },
    ],
    ['exchangeRate: JournalEntryExchangeRateMustBeOneHundredForBaseCurrency', { exchangeRate: '100.000001' }],
    ['text: JournalEntryTextTooLong', { text: 'æ'.repeat(251) }],
    ['projectNumber: JournalEntryProjectIdSetWithoutModuleAccess', { projectNumber: 1 }],
    ['costTypeNumber: JournalEntryCostTypeSetWithoutModuleAccess', { costTypeNumber: 1 }],
    ['customerNumber: JournalEntryCustomerNotFound', { customerNumber: 99 }],
    ['customerNumber: JournalEntryCustomerNotAccessible', { customerNumber: 3 }],
    ['customerInvoiceNumber: Customer_Invoice_Is_Not_Numeric', { customerInvoiceNumber: '12a' }],
    ['customerInvoiceNumber: Customer_invoice_too_big', { customerInvoiceNumber: '1000000000' }],
    ['supplierNumber: JournalEntrySupplierNotFound', { supplierNumber: 99 }],
    ['supplierNumber: JournalEntrySupplierNotAccessible', { supplierNumber: 3 }],
    ['supplierInvoiceNumber: JournalEntrySupplierInvoiceTooBig', { supplierInvoiceNumber: 'x'.repeat(31) }],
    ['dueDate: JournalEntryDueDateNotInRange', { dueDate: '1899-12-31' }],
    ['dueDate: JournalEntryDueDateNotInRange', { dueDate: '2100-01-01' }],
    ['departmentNumber: JournalEntryMultipleDimensionAccessNotAccessible', { departmentNumber: 1 }],
  ]
  test('of a customer 0 nothing besides, whose supplier is there', async () => {
    expect(await faultsOf(create([{ ...invoice, customerNumber: 0 }]))).toEqual([
      'customerNumber: JournalEntryCustomerNotFound',
    ])
  })

  test.each(codes)('%s when %j', async (fault, change) => {
    expect(await faultsOf(create([{ ...valid, ...change }]))).toEqual([fault])
  })

  test.each<[string, Partial<DraftEntryInput>]>([
    ['customerNumber: JournalEntryCustomerAndAccountNotSet', { entryTypeNumber: 2, supplierNumber: undefined }],
    ['customerNumber: JournalEntryCustomerAndAccountNotSet', { entryTypeNumber: 10, supplierNumber: undefined }],
    ['supplierNumber: JournalEntrySupplierAndAccountNotSet', { supplierNumber: undefined }],
    [
      'supplierNumber: JournalEntrySupplierNotSet',
      { entryTypeNumber: 4, supplierNumber: undefined, accountNumber: 5820 },
    ],
    ['accountNumber: JournalEntryAccountNotFound', { accountNumber: 4711 }],
    ['dueDate: JournalEntryDueDateNotSet', { supplierNumber: 4 }],
    ['dueDate: JournalEntryDueDateNotSet', { entryTypeNumber: 10, supplierNumber: undefined, customerNumber: 4 }],
    ['supplierPaymentBank: JournalEntryPaymentDetailsRequiredFieldsWrong', { supplierPaymentType: 1 }],
    ['supplierPaymentBank: JournalEntryPaymentDetailsRequiredFieldsWrong', { supplierPaymentBank: '12345678' }],
    [
      'supplierPaymentMessage: JournalEntryPaymentDetailsRequiredFieldsWrong',
      { supplierPaymentType: 1, supplierPaymentBank: '12345678' },
    ],
    [
      'supplierPaymentBank: JournalEntryPaymentDetailsCreditorIdDoesNotMatchStringPattern',
      { supplierPaymentType: 2, supplierPaymentBank: '1234567' },
    ],
    [
      'supplierPaymentMessage: JournalEntryPaymentDetailsPaymentIdWrongLength',
      { supplierPaymentType: 1, supplierPaymentBank: '12345678', supplierPaymentMessage: '1' },
    ],
    [
      'supplierPaymentMessage: JournalEntryPaymentDetailsPaymentIdMustBeNumeric',
      { supplierPaymentType: 1, supplierPaymentBank: '12345678', supplierPaymentMessage: 'x' },
    ],
    [
      'supplierPaymentMessage: JournalEntryPaymentDetailsPaymentIdTooShort',
      { supplierPaymentType: 5, supplierPaymentBank: '1234567', supplierPaymentMessage: '123456789012345' },
    ],
    [
      'supplierPaymentMessage: JournalEntryPaymentDetailsPaymentIdTooLong',
      { supplierPaymentType: 17, supplierPaymentBank: '12345678', supplierPaymentMessage: '12345678901234567' },
    ],
    [
      'supplierPaymentBank: JournalEntryPaymentDetailsPaymentIdDoesNotMatchStringPattern',
      { supplierPaymentType: 10, supplierPaymentBank: 'DK00' },
    ],
    [
      'supplierPaymentBank: JournalEntryPaymentDetailsPaymentIdDoesNotMatchStringPattern',
      { supplierPaymentType: 7, supplierPaymentBank: '12' },
    ],
  ])('%s on a party entry when %j', async (fault, change) => {
    expect(await faultsOf(create([{ ...invoice, ...change }]))).toEqual([fault])
  })

  test('bounds: 18 digits, 250 characters, voucher numbers from minimum to maximum', async () => {
    const edge = { ...valid, amount: '9999999999999999.99', text: 'æ'.repeat(250), voucherNumber: 999_999_999 }
    expect(await create([edge])).toEqual([1])
    const payment = { ...valid, entryTypeNumber: 2, journalNumber: 2, customerNumber: 1, accountNumber: undefined }
    const number = 'voucherNumber: JournalEntryVoucherNumberNotWithinBoundaries'
    expect(await faultsOf(create([{ ...payment, voucherNumber: 99 }]))).toEqual([number])
    expect(await faultsOf(create([{ ...payment, voucherNumber: 105 }]))).toEqual([number])
    await create([{ ...payment, voucherNumber: 101 }])
    await create([payment, { ...payment, voucherNumber: 103 }, payment])
    const given = await books.database.rows<{ n: number }>(
      'SELECT voucher_number AS n FROM draft_entry WHERE agreement = $1 AND journal_number = 2 ORDER BY entry_number',
      [books.agreement],
    )
    expect(given.map((row) => row.n)).toEqual([101, 100, 103, 102])
    await create([payment])
    expect(await faultsOf(create([payment]))).toEqual(['voucherNumber: JournalVoucherNextNumberNotWithinBoundaries'])
  })

  test('periods barred or closed, years closed', async () => {
    const on = (date: string) => faultsOf(create([{ ...valid, date }]))
    await books.database.rows(
      "UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND date_from = '2026-01-01'",
      [books.agreement],
    )
    await books.database.rows(
      "UPDATE accounting_period SET is_closed = true WHERE agreement = $1 AND date_from = '2026-02-01'",
      [books.agreement],
    )
    await books.database.rows("UPDATE accounting_year SET is_closed = true WHERE agreement = $1 AND year = '2025'", [
      books.agreement,
    ])
    expect(await on('2026-01-31')).toEqual(['date: JournalEntryDateAccountingYearPeriodBarred'])
    expect(await on('2026-02-01')).toEqual(['date: JournalEntryDateAccountingYearPeriodBarred'])
    expect(await on('2025-12-31')).toEqual(['date: JournalEntryDateAccountingYearClosed'])
  })

  test('with module Projects a project is looked for, and not found', async () => {
    await books.database.rows("UPDATE agreement SET modules = '{Projects}' WHERE agreement = $1", [books.agreement])
    expect(await faultsOf(create([{ ...valid, projectNumber: 1, costTypeNumber: 2 }]))).toEqual([
      'projectNumber: JournalEntryProjectNotFound',
      'costTypeNumber: JournalEntryCostTypeNotFound',
    ])
  })
})
