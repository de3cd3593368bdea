import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, codeOf, DRAFTS, finance } from './bookkeeping.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await bookkeeper(service)
  const change = (text: string): Promise<unknown> => service.database.rows(text, [client.agreement])
  await change(`UPDATE account SET is_blocked_for_direct_entries = true WHERE agreement = $1 AND number = 5600`)
  await change(
    `INSERT INTO customer (agreement, number, name, group_number, currency, is_barred) VALUES ($1, 299, 'Spærret', 1, 'DKK', true)`,
  )
  await change(
    `INSERT INTO supplier (agreement, number, name, group_number, currency, is_barred) VALUES ($1, 599, 'Spærret', 1, 'DKK', true)`,
  )
  await change(`UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND period_number = 11`)
  await change(
    `INSERT INTO accounting_year (agreement, year, date_from, date_to, is_closed) VALUES ($1, '2025', '2025-01-01', '2025-12-31', true)`,
  )
  await change(
    `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to, is_closed) VALUES ($1, '2025', 1, '2025-01-01', '2025-12-31', true)`,
  )
})
afterAll(() => service.stop())

const customerPayment = (more: object = {}): object => ({
  entryTypeNumber: 2,
  journalNumber: 1,
  date: '2026-03-15',
  customerNumber: 201,
  amount: -100,
  currency: 'DKK',
  ...more,
})
const supplierInvoice = (more: object = {}): object => ({
  entryTypeNumber: 3,
  journalNumber: 1,
  date: '2026-03-15',
  supplierNumber: 501,
  amount: -125,
  currency: 'DKK',
  ...more,
})
const customerInvoice = (more: object = {}): object => customerPayment({ entryTypeNumber: 10, amount: 100, ...more })

describe('every code of a draft entry that its own data can provoke', () => {
  test.each([
    [
      'JournalEntryAccountAndContraAccountNotSet',
      'accountNumber',
      finance({ accountNumber: undefined, contraAccountNumber: undefined }),
    ],
    ['JournalEntryAccountIsBlockedForDirectEntries', 'accountNumber', finance({ accountNumber: 5600 })],
    [
      'JournalEntryContraAccountIsBlockedForDirectEntries',
      'contraAccountNumber',
      finance({ contraAccountNumber: 5600 }),
    ],
    ['JournalEntryContraAccountNotAccessible', 'contraAccountNumber', finance({ contraAccountNumber: 2290 })],
    ['JournalEntryWrongContraAccountType', 'contraAccountNumber', finance({ contraAccountNumber: 5000 })],
    ['JournalEntryDateAccountingYearClosed', 'date', finance({ date: '2025-06-01' })],
    ['JournalEntryDateAccountingYearPeriodBarred', 'date', finance({ date: '2026-11-11' })],
    ['JournalEntryExchangeRateError', 'exchangeRate', finance({ currency: 'SEK' })],
    ['JournalEntryExchangeRateError', 'exchangeRate', finance({ currency: 'EUR', exchangeRate: -1 })],
    [
      'JournalEntryExchangeRateScalePrecisionError',
      'exchangeRate',
      finance({ currency: 'EUR', exchangeRate: 745.1234567 }),
    ],
    ['JournalEntryProjectIdSetWithoutModuleAccess', 'projectNumber', finance({ projectNumber: 1 })],
    ['JournalEntryCostTypeSetWithoutModuleAccess', 'costTypeNumber', finance({ costTypeNumber: 1 })],
    ['JournalEntryCustomerAndAccountNotSet', 'customerNumber', customerPayment({ customerNumber: undefined })],
    ['JournalEntryCustomerNotFound', 'customerNumber', customerPayment({ customerNumber: 7 })],
    [
      'JournalEntryCustomerNotAccessible',
      'customerNumber',
      customerInvoice({ customerNumber: 299, dueDate: '2026-04-01' }),
    ],
    ['Customer_Invoice_Is_Not_Numeric', 'customerInvoiceNumber', customerPayment({ customerInvoiceNumber: 'F-1' })],
    ['Customer_invoice_too_big', 'customerInvoiceNumber', customerPayment({ customerInvoiceNumber: '2147483648' })],
    [
      'JournalEntryDueDateNotSet',
      'dueDate',
      customerInvoice({ customerNumber: 202, currency: 'EUR', contraAccountNumber: 1010 }),
    ],
    ['JournalEntryDueDateNotInRange', 'dueDate', customerInvoice({ dueDate: '1899-12-31' })],
    ['JournalEntrySupplierAndAccountNotSet', 'supplierNumber', supplierInvoice({ supplierNumber: undefined })],
    [
      'JournalEntrySupplierNotSet',
      'supplierNumber',
      supplierInvoice({ supplierNumber: undefined, accountNumber: 6800 }),
    ],
    ['JournalEntrySupplierNotFound', 'supplierNumber', supplierInvoice({ supplierNumber: 7, dueDate: '2026-04-01' })],
    [
      'JournalEntrySupplierNotAccessible',
      'supplierNumber',
      supplierInvoice({ supplierNumber: 599, dueDate: '2026-04-01' }),
    ],
    [
      'JournalEntrySupplierInvoiceTooBig',
      'supplierInvoiceNumber',
      supplierInvoice({ supplierInvoiceNumber: 'x'.repeat(31) }),
    ],
    [
      'JournalEntryPaymentDetailsRequiredFieldsWrong',
      'supplierPaymentBank',
      supplierInvoice({ supplierPaymentType: 1 }),
    ],
    [
      'JournalEntryPaymentDetailsCreditorIdDoesNotMatchStringPattern',
      'supplierPaymentBank',
      supplierInvoice({ supplierPaymentType: 2, supplierPaymentBank: '12' }),
    ],
    [
      'JournalEntryPaymentDetailsPaymentIdDoesNotMatchStringPattern',
      'supplierPaymentBank',
      supplierInvoice({ supplierPaymentType: 10, supplierPaymentBank: 'x' }),
    ],
    [
      'JournalEntryPaymentDetailsPaymentIdMustBeNumeric',
      'supplierPaymentMessage',
      supplierInvoice({ supplierPaymentType: 5, supplierPaymentBank: '12345678', supplierPaymentMessage: 'x' }),
    ],
    [
      'JournalEntryPaymentDetailsPaymentIdTooShort',
      'supplierPaymentMessage',
      supplierInvoice({ supplierPaymentType: 5, supplierPaymentBank: '12345678', supplierPaymentMessage: '1' }),
    ],
    [
      'JournalEntryPaymentDetailsPaymentIdTooLong',
      'supplierPaymentMessage',
      supplierInvoice({
        supplierPaymentType: 5,
        supplierPaymentBank: '12345678',
        supplierPaymentMessage: '1'.repeat(17),
      }),
    ],
    [
      'JournalEntryPaymentDetailsPaymentIdWrongLength',
      'supplierPaymentMessage',
      supplierInvoice({ supplierPaymentType: 1, supplierPaymentBank: '12345678', supplierPaymentMessage: '1' }),
    ],
    ['JournalVoucherDataIntegrityError', 'journalNumber', finance({ journalNumber: 99 })],
    ['ValueNotAllowed', 'vatCode', finance({ vatCode: 'NONE' })],
    ['JournalEntryCurrencyNotSet', 'currency', finance({ currency: '' })],
  ])('%s on %s', async (code, property, body) => {
    const reply = await client.post(DRAFTS, body)
    expect([...codeOf(reply), reply.json.errors.length]).toEqual([400, code, property, 1])
  })

  test('with the module Projects, projects and cost types are looked for', async () => {
    const withProjects = await bookkeeper(service, ['Projects'])
    const reply = await withProjects.post(DRAFTS, finance({ projectNumber: 7, costTypeNumber: 3 }))
    expect(reply.json.errors.map((fault: { errorCode: string }) => fault.errorCode)).toEqual([
      'JournalEntryProjectNotFound',
      'JournalEntryCostTypeNotFound',
    ])
  })

  test('an update keeps its journal and names its voucher', async () => {
    const { json } = await client.post(DRAFTS, finance())
    const read = (await client.get(`${DRAFTS}/${json.entryNumber}`)).json
    const update = (more: object): object =>
      finance({ ...json, objectVersion: read.objectVersion, voucherNumber: read.voucherNumber, ...more })
    await client.post(`${API}/journals`, { name: 'Anden' })
    expect(codeOf(await client.put(DRAFTS, update({ journalNumber: 2 })))).toEqual([
      400,
      'JournalNumberCannotBeChangedOnDraftEntry',
      'journalNumber',
    ])
    expect(codeOf(await client.put(DRAFTS, update({ voucherNumber: undefined })))).toEqual([
      400,
      'JournalVoucherNull',
      'voucherNumber',
    ])
    expect(codeOf(await client.put(DRAFTS, update({ entryNumber: 999 })))).toEqual([
      404,
      'JournalEntryDoesNotExist',
      'entryNumber',
    ])
  })
})

test('an accrual needs an account to go back to, and rounding needs a rounding account', async () => {
  const own = await bookkeeper(service)
  await own.post(DRAFTS, supplierInvoice({ contraAccountNumber: undefined, supplierNumber: 502, currency: 'EUR' }))
  const reply = await own.post(`${API}/journals/1/book`)
  expect(reply.status).toBeLessThan(500)
  await service.database.rows(`DELETE FROM system_account WHERE agreement = $1`, [own.agreement])
  await own.delete(`${DRAFTS}/delete/1`)
  for (const amount of [33.33, 33.33, 33.34, -100]) {
    const euro = { currency: 'EUR', exchangeRate: 745.5 }
    await own.post(DRAFTS, finance({ amount, ...euro, contraAccountNumber: undefined, voucherNumber: 5 }))
  }
  expect(codeOf(await own.post(`${API}/journals/1/book`)).slice(0, 2)).toEqual([
    400,
    'JournalBookingRoundingAccountNotSet',
  ])
})
