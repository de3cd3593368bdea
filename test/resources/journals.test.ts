import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, change, DRAFTS, bookkeeper, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('a bookkeeper’s voucher', () => {
  test('is drafted, booked and found in the ledger, the period and the trial balance', async () => {
    const client = await bookkeeper(service)
    const made = await client.post(DRAFTS, {
      entryTypeNumber: 3,
      journalNumber: 1,
      date: '2026-03-15',
      supplierNumber: 501,
      amount: -125,
      currency: 'DKK',
      contraAccountNumber: 1310,
      contraVatCode: 'I25',
      supplierInvoiceNumber: 'F-77',
    })
    expect(made.status).toBe(201)
    const booked = await client.post(`${API}/journals/1/book`)
    expect([booked.status, booked.text]).toEqual([204, ''])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    const { items } = (await client.get(BOOKED)).json
    expect(
      items.map((entry: { accountNumber: number; amount: number }) => [entry.accountNumber, entry.amount]),
    ).toEqual([
      [6800, -125],
      [1310, 100],
      [6903, 25],
    ])
    expect(items[0]).toMatchObject({
      supplierNumber: 501,
      supplierInvoiceNumber: 'F-77',
      remainder: -125,
      type: 3,
      dueDate: '2026-03-23T00:00:00Z',
    })
    const balance = await client.get('/daybookapi/v1.0.0/trial-balance?from=2026-01-01&to=2026-03-31')
    expect(balance.json).toMatchObject({ totalDebit: 125, totalCredit: 125 })
    const totals = await client.get('/accounting-years/2026/periods/3/totals')
    expect(totals.json.collection).toHaveLength(3)
    const { accountNumber, self } = totals.json.collection[0].account
    const account = await client.get(self.slice(service.baseUrl.length))
    expect([account.json.number, account.headers.get('deprecation')]).toEqual([accountNumber, null])
    const entries = await client.get('/accounting-years/2026/periods/3/entries?pageSize=2&skipPages=1')
    expect(entries.json).toMatchObject({ collection: [{ entryNumber: 3 }], pagination: { results: 3, pageSize: 2 } })
  })

  test('by dates, and by numbers; what is not chosen stays', async () => {
    const client = await bookkeeper(service)
    for (const date of ['2026-01-10', '2026-02-10', '2026-03-10']) await client.post(DRAFTS, finance({ date }))
    const dates = { fromDate: '2026-02-01', toDate: '2026-02-28T00:00:00Z' }
    expect((await client.post(`${API}/journals/1/bookWithDateInterval`, dates)).status).toBe(204)
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('2')
    expect((await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [3] })).status).toBe(204)
    expect((await client.get(DRAFTS)).json.items).toMatchObject([{ entryNumber: 1 }])
    expect((await client.post(`${API}/entries/draft/1/book`)).status).toBe(204)
    expect((await client.get(`${BOOKED}/count`)).text).toBe('6')
  })

  test.each([
    ['/journals/9/book', undefined, [404, 'JournalDoesNotExist', 'journalNumber']],
    ['/journals/1/bookdraftentries', { entryNumbers: [] }, [400, 'OneAPIEntriesListCannotBeEmpty', 'entryNumbers']],
    ['/journals/1/bookdraftentries', { entryNumbers: [99] }, [404, 'JournalEntryDoesNotExist', 'entryNumbers[0]']],
    ['/journals/1/bookdraftentries', {}, [400, 'OneAPIEntriesListCannotBeEmpty', 'entryNumbers']],
    [
      '/journals/1/bookWithDateInterval',
      { fromDate: '2026-02-02', toDate: '2026-02-01' },
      [400, 'ValueOutOfRange', 'toDate'],
    ],
    ['/journals/1/book', { all: true }, [400, 'PropertyUnknown', 'all']],
  ])('%s with %j: %j', async (path, body, expected) => {
    const client = await bookkeeper(service)
    expect(codeOf(await client.post(`${API}${path}`, body))).toEqual(expected)
  })

  test('one side alone is not booked, and nothing is lost', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance({ contraAccountNumber: undefined }))
    const reply = await client.post(`${API}/journals/1/book`)
    expect(codeOf(reply).slice(0, 2)).toEqual([400, 'JournalBookingVoucherNotInBalance'])
    // By how much, as a number, so that nobody reads it out of the message.
    expect(reply.json.errors[0].voucher).toEqual({ voucherNumber: expect.any(Number), difference: expect.any(Number) })
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('1')
    expect((await client.get(`${BOOKED}/count`)).text).toBe('0')
  })

  test('what was closed since it was drafted is not booked', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    const change = (text: string): Promise<unknown> => service.database.rows(text, [client.agreement])
    await change('UPDATE account SET is_barred = true WHERE agreement = $1 AND number = 2210')
    const barred = await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [1] })
    expect(codeOf(barred)).toEqual([400, 'JournalEntryAccountNotAccessible', 'accountNumber'])
    await change('UPDATE account SET is_barred = false WHERE agreement = $1 AND number = 2210')
    await change('UPDATE accounting_year SET is_closed = true WHERE agreement = $1')
    const closed = await client.post(`${API}/journals/1/book`)
    expect(codeOf(closed)).toEqual([400, 'JournalVoucherAccountingYearClosed', 'date'])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('1')
  })

  test('booked by many at once, it is booked once', async () => {
    const client = await bookkeeper(service)
    for (let day = 10; day < 20; day++) await client.post(DRAFTS, finance({ date: `2026-04-${day}` }))
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(`${API}/journals/1/book`)))
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(204))
    expect((await client.get(`${BOOKED}/count`)).text).toBe('20')
  })
})

describe('journals', () => {
  test('keep every property, and their voucher numbers within the boundaries', async () => {
    const client = await bookkeeper(service)
    const body = {
      name: 'Kasse',
      minimumVoucherNumber: 1000,
      maximumVoucherNumber: 1001,
      entryTypeRestrictedTo: 5,
      priority: 3,
      defaultDepartment: 1,
    }
    const made = await client.post(`${API}/journals`, body)
    expect(made.json).toEqual({ number: 2 })
    expect((await client.get(`${API}/journals/2`)).json).toMatchObject({ ...body, nextVoucherNumber: 1000 })
    const inIt = finance({ journalNumber: 2 })
    expect((await client.post(DRAFTS, inIt)).status).toBe(201)
    expect((await client.post(DRAFTS, inIt)).status).toBe(201)
    expect(codeOf(await client.post(DRAFTS, inIt))[1]).toBe('JournalVoucherNextNumberNotWithinBoundaries')
    expect(
      codeOf(await client.post(DRAFTS, { ...inIt, entryTypeNumber: 3, supplierNumber: 501, voucherNumber: 1000 })),
    ).toEqual([400, 'JournalEntryTypeNotCorrect', 'entryTypeNumber'])
    expect(codeOf(await client.delete(`${API}/journals/2`))).toEqual([
      400,
      'JournalMustBeEmptyBeforeDeleting',
      'number',
    ])
  })
  test.each([1, 999_999_999])('whose last number, %s, is taken can be changed as they are read', async (last) => {
    const client = await bookkeeper(service)
    await client.post(`${API}/journals`, { name: 'Kasse', nextVoucherNumber: last, maximumVoucherNumber: last })
    expect((await client.post(DRAFTS, finance({ journalNumber: 2 }))).status).toBe(201)
    expect((await client.get(`${API}/journals/2`)).json.nextVoucherNumber).toBe(last + 1)
    expect(await change(client, `${API}/journals`, 2, { name: 'Fyldt' })).toEqual([204])
    const code = 'JournalVoucherNextNumberNotWithinBoundaries'
    const beyond = { nextVoucherNumber: last + 1, maximumVoucherNumber: last }
    expect(codeOf(await client.post(`${API}/journals`, { name: 'Bank', ...beyond }))).toEqual([
      400,
      code,
      'nextVoucherNumber',
    ])
    const lower = { minimumVoucherNumber: 0, maximumVoucherNumber: last - 1 }
    expect(await change(client, `${API}/journals`, 2, lower)).toEqual([400, code, 'nextVoucherNumber'])
  })
  test('twenty drafts at once get twenty voucher numbers in a row', async () => {
    const client = await bookkeeper(service)
    await Promise.all(Array.from({ length: 20 }, () => client.post(DRAFTS, finance())))
    const { items } = (await client.get(DRAFTS)).json
    const numbers = items
      .map((entry: { voucherNumber: number }) => entry.voucherNumber)
      .sort((a: number, b: number) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
  test('a character counts once, though it is two of JavaScript', async () => {
    const client = await bookkeeper(service)
    const journal = await client.post(`${API}/journals`, { name: '🧾'.repeat(50) })
    expect(journal.status, journal.text).toBe(201)
    const longer = await client.post(`${API}/journals`, { name: '🧾'.repeat(51) })
    expect([...codeOf(longer), longer.json.errors[0].message]).toEqual([
      400,
      'ValueTooLong',
      'name',
      'name must have at most 50 characters, and has 51.',
    ])
  })
  test('what takes no properties says so', async () => {
    const { errors } = (await (await bookkeeper(service)).post(`${API}/journals/1/book`, { when: 1 })).json
    expect(errors[0]).toMatchObject({
      errorCode: 'PropertyUnknown',
      message: "There is no property 'when'. Send none.",
    })
  })
  test.each([
    ['JournalDoesNotExist', 'number', { number: 9 }, 404],
    ['JournalEntryContraAccountNotFound', 'customerContraAccount', { customerContraAccount: 1 }, 400],
    ['JournalEntryWrongContraAccountType', 'supplierContraAccount', { supplierContraAccount: 5000 }, 400],
    ['JournalEntryDepartmentalDistributionNotFound', 'defaultDepartment', { defaultDepartment: 77 }, 400],
    ['JournalVoucherNextNumberNotWithinBoundaries', 'nextVoucherNumber', { nextVoucherNumber: 0 }, 400],
    ['ValueTooLong', 'name', { name: 'x'.repeat(51) }, 400],
    ['ValueRequired', 'name', { name: '' }, 400],
  ])('update: %s on %s', async (code, property, more, status) => {
    const client = await bookkeeper(service)
    const { objectVersion } = (await client.get(`${API}/journals/1`)).json
    expect(codeOf(await client.put(`${API}/journals`, { number: 1, name: 'Daglig', objectVersion, ...more }))).toEqual([
      status,
      code,
      property,
    ])
  })
})
