import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, DRAFTS, bookkeeper, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('accruals', () => {
  const ACCRUALS = `${API}/accruals`
  const accrual = (more: object = {}): object => ({
    journalNumber: 1,
    entryNumber: 1,
    accountNumber: 5820,
    startDate: '2026-03-15',
    endDate: '2026-06-02',
    ...more,
  })

  test('are created, read, changed and deleted by journal and entry', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    const made = await client.post(ACCRUALS, accrual())
    expect([made.status, made.json]).toEqual([201, { entryNumber: 1 }])
    const { json } = await client.get(made.headers.get('location')!)
    expect(json).toMatchObject({ months: 4, startDate: '2026-03-15T00:00:00Z' })
    const invented = await client.put(ACCRUALS, { ...json, months: 5 })
    expect(codeOf(invented)).toEqual([400, 'PropertyReadOnly', 'months'])
    expect((await client.put(ACCRUALS, { ...json, endDate: '2026-03-31' })).status).toBe(204)
    const read = await client.get(`${ACCRUALS}/1/1`)
    expect(read.json.months).toBe(1)
    expect((await client.get(`${ACCRUALS}?filter=accountNumber$eq:5820`)).json.items).toHaveLength(1)
    const deleted = await client.delete(ACCRUALS, { body: read.json })
    expect([deleted.status, (await client.get(`${ACCRUALS}/1/1`)).status]).toEqual([204, 404])
    expect((await client.delete(ACCRUALS, { body: { journalNumber: 1, entryNumber: 1 } })).status).toBe(404)
    expect(codeOf(await client.delete(ACCRUALS, { body: { journalNumber: 1 } }))).toEqual([
      400,
      'ValueRequired',
      'entryNumber',
    ])
  })

  test('are booked as a schedule', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance({ amount: 100 }))
    await client.post(ACCRUALS, accrual({ accountNumber: 6500 }))
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    const { json } = await client.get('/daybookapi/v1.0.0/trial-balance?from=2026-03-01&to=2026-04-30')
    const rent = json.items.find((item: { accountNumber: number }) => item.accountNumber === 2210)
    expect(rent.closingBalance).toBe(50)
    expect((await client.get(`${ACCRUALS}/count`)).text).toBe('0')
  })

  test('wait for the accounting years of their months', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    expect((await client.post(ACCRUALS, accrual({ endDate: '2027-02-28' }))).status).toBe(201)
    const refused = await client.post(`${API}/journals/1/book`)
    expect(codeOf(refused)).toEqual([400, 'JournalVoucherAccountingYearDoesNotExist', 'date'])
    const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
    expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
  })

  test('need a side to spread: an invoice on the supplier alone has none', async () => {
    const client = await bookkeeper(service)
    await client.post(`${API}/journals`, { name: 'Uden modkonti' })
    const invoice = {
      entryTypeNumber: 3,
      journalNumber: 2,
      date: '2026-03-15',
      supplierNumber: 502,
      amount: -5,
      currency: 'EUR',
    }
    expect((await client.post(DRAFTS, invoice)).status).toBe(201)
    expect((await client.post(ACCRUALS, accrual({ journalNumber: 2 }))).status).toBe(201)
    expect(codeOf(await client.post(`${API}/journals/2/book`)).slice(0, 2)).toEqual([
      400,
      'JournalBookingAccrualNotPossible',
    ])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('1')
  })

  test.each([
    ['JournalEntryDoesNotExist', 'entryNumber', { entryNumber: 9 }, 404],
    ['JournalEntryAccrualAccountNotFound', 'accountNumber', { accountNumber: 1 }, 400],
    ['JournalEntryWrongAccountType', 'accountNumber', { accountNumber: 5000 }, 400],
    ['JournalEntryAccountNotAccessible', 'accountNumber', { accountNumber: 2290 }, 400],
    ['JournalEntryWrongAccountType', 'accountNumber', { accountNumber: 6800 }, 400],
    ['JournalEntryAccrualEndBeforeStart', 'endDate', { endDate: '2026-03-14' }, 400],
    ['JournalEntryAccrualsStartDateNotInValidAccountingYear', 'startDate', { startDate: '2025-12-31' }, 400],
  ])('%s on %s', async (code, property, more, status) => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    expect(codeOf(await client.post(ACCRUALS, accrual(more)))).toEqual([status, code, property])
  })
  test('one per entry, and not on a payment', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    await client.post(ACCRUALS, accrual())
    expect(codeOf(await client.post(ACCRUALS, accrual()))).toEqual([
      400,
      'OneAPIDraftEntryAccrualAlreadyExist',
      'entryNumber',
    ])
    await client.post(
      DRAFTS,
      finance({ entryTypeNumber: 2, customerNumber: 201, accountNumber: undefined, amount: -5 }),
    )
    const onPayment = await client.post(ACCRUALS, accrual({ entryNumber: 2 }))
    expect(codeOf(onPayment)).toEqual([400, 'JournalEntryAccrualWrongEntryType', 'entryNumber'])
  })
})
