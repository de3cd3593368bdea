import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { BOOKED, bookkeeper, change, codeOf } from './bookkeeping.ts'
import { ask, bookDrafts, report, REPORTS } from './report-books.ts'

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const SUPPLIERS = '/suppliersapi/v2.0.0'
const VAT_CODES = `${REPORTS}/vat-codes`

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())
beforeEach(async () => {
  client = await bookkeeper(service)
  await client.post(ACCOUNTS, { number: 6110, name: 'Mellemregning', type: 2 })
})

const finance = { entryTypeNumber: 5, date: '2026-03-15', text: 'Bilag', contraAccountNumber: 5820, amount: -125 }
const sale = { ...finance, accountNumber: 1010, vatCode: 'U25' }

/** Changes an item that is named by text. */
async function changeCode(code: string, more: object): Promise<unknown[]> {
  const { json } = await client.get(`${VAT_CODES}/${code}`)
  const given = Object.entries(json as object).filter(([, value]) => value !== null)
  const reply = await client.put(VAT_CODES, { ...Object.fromEntries(given), ...more })
  return reply.status === 204 ? [204] : codeOf(reply)
}

const statement = async (): Promise<string> => (await ask(client, 'vat-statement?year=2026&period=3')).text

describe('a VAT code that was booked with', () => {
  beforeEach(() => bookDrafts(client, sale))

  test.each([
    ['type', { type: 2 }],
    ['rate', { rate: 12 }],
    ['accountNumber', { accountNumber: 5820 }],
    ['contraAccountNumber', { contraAccountNumber: 6903 }],
  ])('keeps its %s, and so the statement of what was', async (property, more) => {
    const before = await statement()
    expect(await changeCode('U25', more)).toEqual([400, 'VatCodeInUse', property])
    expect(await statement()).toBe(before)
  })

  test('takes another name', async () => {
    expect(await changeCode('U25', { name: 'Moms af salg' })).toEqual([204])
  })

  test('is kept by the database too, whoever writes', async () => {
    const work = service.database.rows('UPDATE vat_code SET rate = 12 WHERE agreement = $1', [client.agreement])
    await expect(work).rejects.toMatchObject({ constraint_name: 'vat_code_kept' })
  })
})

describe('the deductible share of a VAT code', () => {
  const code = { code: 'REP25', name: 'Repræsentation', type: 2, rate: 25, accountNumber: 6902 }
  const made = async (more: object): Promise<unknown[]> => codeOf(await client.post(VAT_CODES, { ...code, ...more }))
  const share = async (): Promise<unknown> => (await client.get(`${VAT_CODES}/REP25`)).json.deductiblePercentage

  test('is all where none is given, up to all, and of purchases alone', async () => {
    expect(await made({ deductiblePercentage: 100.5 })).toEqual([400, 'ValueOutOfRange', 'deductiblePercentage'])
    expect(await made({ deductiblePercentage: -1 })).toEqual([400, 'ValueOutOfRange', 'deductiblePercentage'])
    expect(await made({ deductiblePercentage: 25, type: 1 })).toEqual([400, 'ValueNotAllowed', 'deductiblePercentage'])
    expect((await made({}))[0]).toBe(201)
    expect(await share()).toBe(100)
    expect(await changeCode('REP25', { deductiblePercentage: 25 })).toEqual([204])
    expect(await share()).toBe(25)
  })

  test('is fixed from the first use on', async () => {
    await made({ deductiblePercentage: 25 })
    await bookDrafts(client, { ...finance, accountNumber: 2210, vatCode: 'REP25', amount: 125 })
    expect(await changeCode('REP25', { deductiblePercentage: 50 })).toEqual([
      400,
      'VatCodeInUse',
      'deductiblePercentage',
    ])
    const { items } = (await client.get('/daybookapi/v1.0.0/booked-entries?filter=accountNumber$eq:2210')).json
    expect(items.map((item: Record<string, unknown>) => [item.amount, item.nonDeductibleVatCode])).toEqual([
      [100, null],
      [18.75, 'REP25'],
    ])
  })
})

test('a VAT code that nothing was booked with may change, and takes no account of the past for its own', async () => {
  await bookDrafts(client, sale, { ...finance, accountNumber: 2210 })
  const { otherPostings } = await report(client, 'vat-statement?year=2026&period=3')
  expect(otherPostings).toBe('0.00')
  const kept = [204]
  for (const more of [{ accountNumber: 5820 }, { contraAccountNumber: 2210 }, { rate: 12 }, { type: 1 }]) {
    expect(await changeCode('IV25', more)).toEqual(kept)
    expect(await report(client, 'vat-statement?year=2026&period=3')).toMatchObject({ otherPostings })
  }
  // Once it is used its accounts count, and not for the days before.
  await bookDrafts(client, { ...finance, date: '2026-04-15', accountNumber: 1310, vatCode: 'IV25' })
  expect(await report(client, 'vat-statement?year=2026&period=3')).toMatchObject({ otherPostings })
})

describe('an account that was booked on', () => {
  beforeEach(() => bookDrafts(client, sale))

  test('keeps its type', async () => {
    expect(await change(client, ACCOUNTS, 1010, { type: 2 })).toEqual([400, 'AccountInUse', 'type'])
    expect(await change(client, ACCOUNTS, 5820, { type: 1 })).toEqual([400, 'AccountInUse', 'type'])
    expect(await change(client, ACCOUNTS, 1010, { name: 'Salg af varer' })).toEqual([204])
    const work = service.database.rows('UPDATE account SET type = 2 WHERE agreement = $1 AND number = 1010', [
      client.agreement,
    ])
    await expect(work).rejects.toMatchObject({ constraint_name: 'account_type_kept' })
  })

  test('and one that was not may change', async () => {
    expect(await change(client, ACCOUNTS, 2210, { type: 2 })).toEqual([204])
  })
})

describe('a summary account', () => {
  const group = { number: 7, name: 'Ny' }

  test('is posted to by nothing else', async () => {
    const no = [400, 'AccountIsSummaryAccount']
    expect(await changeCode('U25', { accountNumber: 5600 })).toEqual([...no, 'accountNumber'])
    expect(await changeCode('IV25', { contraAccountNumber: 6800 })).toEqual([...no, 'contraAccountNumber'])
    for (const purpose of ['rounding', 'result', 'exchangeDifference']) {
      const reply = await client.put(`${REPORTS}/system-accounts/${purpose}`, { accountNumber: 6800 })
      expect(codeOf(reply)).toEqual([...no, 'accountNumber'])
    }
    for (const path of [`${REPORTS}/customers`, `${REPORTS}/suppliers`, ACCOUNTS]) {
      const number = path === ACCOUNTS ? 1010 : path.endsWith('customers') ? 201 : 501
      expect(await change(client, path, number, { contraAccountNumber: 5600 })).toEqual([...no, 'contraAccountNumber'])
    }
    const journals = '/journalsapi/v15.0.1/journals'
    for (const property of ['customerContraAccount', 'supplierContraAccount']) {
      const code = 'JournalEntryContraAccountIsBlockedForDirectEntries'
      expect(await change(client, journals, 1, { [property]: 5600 })).toEqual([400, code, property])
    }
    const factoring = { number: 7, name: 'Factoring', type: 6, contraAccountPercent: 80 }
    for (const [contraAccountNumber, contraAccount2Number, property] of [
      [5600, 5820, 'contraAccountNumber'],
      [5820, 6800, 'contraAccount2Number'],
    ] as const) {
      const term = { ...factoring, contraAccountNumber, contraAccount2Number }
      expect(codeOf(await client.post(`${REPORTS}/payment-terms`, term))).toEqual([...no, property])
      // Nor is a heading settled against.
      const heading = { ...term, [property]: 5000 }
      const code = 'AccountIsNotBalanceOrProfitAndLossType'
      expect(codeOf(await client.post(`${REPORTS}/payment-terms`, heading))).toEqual([400, code, property])
    }
  })

  test('is none that something else posts to', async () => {
    const no = [400, 'AccountCannotBeSummaryAccount', 'accountNumber']
    await client.put(`${REPORTS}/system-accounts/exchangeDifference`, { accountNumber: 2210 })
    await bookDrafts(client, { ...finance, accountNumber: 6110 })
    // A VAT account, a system account, and what was booked on.
    for (const accountNumber of [6902, 2210, 6110, 5820]) {
      expect(codeOf(await client.post(`${REPORTS}/customer-groups`, { ...group, accountNumber }))).toEqual(no)
      const [status, , property] = no
      const ofSuppliers = [status, 'SupplierGroupDoesNotContainsRequiredAccounts', property]
      expect(codeOf(await client.post(`${SUPPLIERS}/Groups`, { ...group, accountNumber }))).toEqual(ofSuppliers)
      expect(await change(client, `${SUPPLIERS}/Groups`, 1, { accountNumber })).toEqual(ofSuppliers)
    }
    expect((await client.post(`${REPORTS}/customer-groups`, { ...group, accountNumber: 5600 })).status).toBe(201)
  })

  test('is none that is a contra account by default', async () => {
    await change(client, `${REPORTS}/customers`, 201, { contraAccountNumber: 2210 })
    const reply = await client.post(`${REPORTS}/customer-groups`, { ...group, accountNumber: 2210 })
    expect(codeOf(reply)).toEqual([400, 'AccountCannotBeSummaryAccount', 'accountNumber'])
  })

  test('is none that invoices are settled against or booked on', async () => {
    for (const number of [6120, 6130]) await client.post(ACCOUNTS, { number, name: 'Ny', type: 2 })
    const factoring = { number: 7, name: 'Factoring', type: 6, contraAccountPercent: 80 }
    const term = { ...factoring, contraAccountNumber: 6120, contraAccount2Number: 6110 }
    expect((await client.post(`${REPORTS}/payment-terms`, term)).status).toBe(201)
    const seller = await service.client({ agreement: client.agreement, roles: ['Sales'] })
    const products = { id: 7, name: 'Varer', domesticAccountId: 2210 }
    expect((await seller.post('/productsapi/v2.0.0/productgroups', products)).status).toBe(201)
    const settings = '/productsapi/v2.0.0/productgroups/7/accrualsettings'
    const { objectVersion } = (await seller.get(settings)).json
    expect((await seller.put(settings, { accrualAccountId: 6130, objectVersion })).status).toBe(204)
    for (const accountNumber of [6120, 6110, 2210, 6130]) {
      const reply = await client.post(`${REPORTS}/customer-groups`, { ...group, accountNumber })
      expect(codeOf(reply)).toEqual([400, 'AccountCannotBeSummaryAccount', 'accountNumber'])
    }
  })

  test('is kept apart by the database too, whoever writes', async () => {
    const refused = (statement: string) => service.database.rows(statement, [client.agreement])
    await expect(refused('UPDATE vat_code SET account_number = 5600 WHERE agreement = $1')).rejects.toMatchObject({
      constraint_name: 'vat_code_no_summary_account',
    })
    await expect(refused('UPDATE system_account SET account_number = 5600 WHERE agreement = $1')).rejects.toMatchObject(
      {
        constraint_name: 'system_account_no_summary_account',
      },
    )
    await expect(refused('UPDATE supplier_group SET account_number = 6902 WHERE agreement = $1')).rejects.toMatchObject(
      {
        constraint_name: 'supplier_group_account_clean',
      },
    )
  })
})

describe('open items', () => {
  const invoices = [
    { entryTypeNumber: 10, date: '2026-03-15', customerNumber: 201, customerInvoiceNumber: '1', amount: 125 },
    { entryTypeNumber: 3, date: '2026-03-15', supplierNumber: 501, supplierInvoiceNumber: 'A1', amount: -125 },
  ].map((one) => ({ ...one, contraAccountNumber: 2210, dueDate: '2026-04-15' }))
  const payments = [
    { entryTypeNumber: 2, date: '2026-03-20', customerNumber: 201, customerInvoiceNumber: '1', amount: -125 },
    { entryTypeNumber: 4, date: '2026-03-20', supplierNumber: 501, supplierInvoiceNumber: 'A1', amount: 125 },
  ].map((one) => ({ ...one, contraAccountNumber: 5820 }))
  const groups = { customers: `${REPORTS}/customer-groups`, suppliers: `${SUPPLIERS}/Groups` }

  // 0.01 EUR is 0.00 in base currency.
  const inCurrency = { currency: 'EUR', exchangeRate: 10 }
  const cent = ({ amount, ...one }: (typeof invoices)[number] | (typeof payments)[number]) => ({
    ...one,
    ...inCurrency,
    amount: Math.sign(amount) / 100,
  })

  test.each([
    ['customers', 'in base currency', invoices, payments],
    ['suppliers', 'in base currency', invoices, payments],
    ['customers', 'only in their own currency', invoices.map(cent), payments.map(cent)],
    ['suppliers', 'only in their own currency', invoices.map(cent), payments.map(cent)],
  ] as const)(
    'keep %s in their group, and the group its account, while they are open %s',
    async (parties, _, invoices, payments) => {
      const second = { number: 2, name: 'Andre', accountNumber: 6110 }
      expect((await client.post(groups[parties], second)).status).toBe(201)
      await bookDrafts(client, ...invoices)
      const party = `${REPORTS}/${parties}`
      const number = parties === 'customers' ? 201 : 501
      expect(await change(client, party, number, { groupNumber: 2 })).toEqual([400, 'PartyHasOpenItems', 'groupNumber'])
      if (parties === 'customers') {
        const path = `/customersapi/v3.1.0/Customers/${number}`
        const seller = await service.client({ agreement: client.agreement, roles: ['Sales'] })
        const published = await seller.put(path, { ...(await seller.get(path)).json, customerGroupNumber: 2 })
        expect(codeOf(published)).toEqual([400, 'PartyHasOpenItems', 'customerGroupNumber'])
      }
      const code = parties === 'customers' ? 'GroupHasOpenItems' : 'SupplierGroupIsInUse'
      expect(await change(client, groups[parties], 1, { accountNumber: 6110 })).toEqual([400, code, 'accountNumber'])
      const table = parties === 'customers' ? 'customer' : 'supplier'
      const byHand = (statement: string) => service.database.rows(statement, [client.agreement])
      await expect(
        byHand(`UPDATE ${table} SET group_number = 2 WHERE agreement = $1 AND number = ${number}`),
      ).rejects.toMatchObject({ constraint_name: `${table}_group_kept` })
      await expect(
        byHand(`UPDATE ${table}_group SET account_number = 6110 WHERE agreement = $1 AND number = 1`),
      ).rejects.toMatchObject({ constraint_name: `${table}_group_account_kept` })
      await bookDrafts(client, ...payments)
      expect(await change(client, groups[parties], 1, { accountNumber: 6110 })).toEqual([204])
      expect(await change(client, party, number, { groupNumber: 2 })).toEqual([204])
    },
  )
})

describe('a journal that is deleted', () => {
  const VOUCHERS = `${REPORTS}/vouchers/1/2026`
  const JOURNAL = '/journalsapi/v15.0.1/journals/1'

  test('leaves its vouchers to be read and reversed, on numbers of its own', async () => {
    await bookDrafts(client, sale, { ...finance, accountNumber: 2210 })
    expect((await client.delete(JOURNAL)).status).toBe(204)
    expect((await client.get(JOURNAL)).status).toBe(404)
    const reversed = await client.post(`${VOUCHERS}/1/reverse`, { date: '2026-03-31' })
    expect([reversed.status, reversed.json]).toMatchObject([201, { journalNumber: 1, voucherNumber: 3 }])
    // And what reversed it, in turn.
    const again = await client.post(`${VOUCHERS}/3/reverse`, { date: '2026-03-31' })
    expect([again.status, again.json]).toMatchObject([201, { journalNumber: 1, voucherNumber: 4 }])
    expect(codeOf(await client.post(`${VOUCHERS}/9/reverse`, { date: '2026-03-31' }))[1]).toBe('VoucherDoesNotExist')
    expect((await client.get(`${BOOKED}/count`)).text).toBe('11')
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })

  test('lets them be reversed though it had no numbers left', async () => {
    expect(await change(client, '/journalsapi/v15.0.1/journals', 1, { maximumVoucherNumber: 1 })).toEqual([204])
    await bookDrafts(client, sale)
    const reverse = () => client.post(`${VOUCHERS}/1/reverse`, { date: '2026-03-31' })
    expect(codeOf(await reverse())[1]).toBe('JournalVoucherNextNumberNotWithinBoundaries')
    expect((await client.delete(JOURNAL)).status).toBe(204)
    const reversed = await reverse()
    expect([reversed.status, reversed.json]).toMatchObject([201, { journalNumber: 1, voucherNumber: 2 }])
  })

  test('and its number is not given again', async () => {
    await client.delete(JOURNAL)
    const { json } = await client.post('/journalsapi/v15.0.1/journals', { name: 'Ny' })
    expect(json.number).toBe(2)
  })
})

test('an entry says the rate, the journal, the booking and the days that it was booked with', async () => {
  await bookDrafts(client, { ...finance, currency: 'EUR', exchangeRate: 746.0525, accountNumber: 6110 })
  const { items } = (await client.get('/daybookapi/v1.0.0/booked-entries?filter=accountNumber$eq:6110')).json
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    exchangeRate: 746.0525,
    journalNumber: 1,
    documentDate: '2026-03-15',
    dueDate: null,
  })
  const { entryNumber, bookingNumber } = items[0]
  const booking = (await client.get(`/daybookapi/v1.0.0/bookings/${bookingNumber}`)).json
  expect(entryNumber).toBeGreaterThanOrEqual(booking.firstEntry)
  expect(entryNumber).toBeLessThanOrEqual(booking.lastEntry)
})
