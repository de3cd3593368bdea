import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteYear } from '../../src/ledger/years/years.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { seedBooks } from '../service/books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { pdf } from '../documents/files.ts'
import { attach, DOCUMENTS, withVouchers } from '../documents/uploading.ts'
import { DRAFTS, finance } from './bookkeeping.ts'
import { api, changeFlat, flat, ok, projectManager } from './project-books.ts'

const YEARS = '/accountingyearsapi/v2.0.1/AccountingYears'
const PERIODS = '/accountingyearsapi/v2.0.1/accountingYears/periods'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const codeOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.errors?.[0]?.property]
const make = (client: Client, dateFrom: string, dateTo: string): Promise<Reply> =>
  client.post(YEARS, { dateFrom, dateTo })

describe('accounting years', () => {
  test('are named by their first day and divide into months', async () => {
    const client = await service.client()
    const made = await make(client, '2025-07-01', '2026-06-30')
    expect([made.status, made.json]).toEqual([201, { year: '2025' }])
    expect((await client.get(made.headers.get('location')!)).json).toEqual({
      year: '2025',
      dateFrom: '2025-07-01T00:00:00Z',
      dateTo: '2026-06-30T00:00:00Z',
      objectVersion: expect.any(String),
    })
    expect((await make(client, '2026-07-01', '2026-12-31')).json).toEqual({ year: '2026' })
    const { json } = await client.get(`${PERIODS}/paged?filter=year$eq:2025&pageSize=100`)
    expect(json).toHaveLength(12)
    expect(json[7]).toMatchObject({ periodNumber: 8, dateFrom: '2026-02-01T00:00:00Z', dateTo: '2026-02-28T00:00:00Z' })
    expect((await client.get(`${PERIODS}/12`)).json).toMatchObject({ periodNumber: 12 })
    expect((await client.get(`${PERIODS}/13`)).status).toBe(404)
  })

  test('a second year that begins in the same calendar year has a letter', async () => {
    const client = await service.client()
    await make(client, '2026-01-15', '2026-05-31')
    expect((await make(client, '2026-06-01', '2027-11-30')).json).toEqual({ year: '26b' })
    const { json } = await client.get(`${PERIODS}?filter=year$eq:2026`)
    expect(json.items[0]).toMatchObject({ dateFrom: '2026-01-15T00:00:00Z', dateTo: '2026-01-31T00:00:00Z' })
    expect((await client.get(`${PERIODS}/count?filter=year$eq:26b`)).text).toBe('18')
  })

  test.each([
    ['InvalidAccountingYearDates', '2027-12-31', '2027-01-01'],
    ['InvalidAccountingYearDates', '2027-01-01', '2027-01-30'],
    ['InvalidAccountingYearDates', '2027-01-01', '2028-07-01'],
    ['AccountingYearExists', '2026-01-01', '2026-12-31'],
    ['AccountingYearExists', '2025-12-01', '2027-01-31'],
    ['AccountingYearExists', '2026-06-01', '2027-05-31'],
    ['AccountingYearExists', '2025-06-01', '2026-06-30'],
    ['AccountingYearCanNotBeDividedIntoTwo', '2026-02-01', '2026-11-30'],
    ['AccountingYearCanNotBeDividedIntoTwo', '2026-02-15', '2026-11-15'],
    ['PeriodCanNotBeDividedIntoTwo', '2026-06-15', '2027-06-14'],
    ['PeriodCanNotBeDividedIntoTwo', '2025-06-01', '2026-05-30'],
    ['ThereAreGapsBetweenAccountingYears', '2028-01-01', '2028-12-31'],
  ])('%s for %s to %s', async (code, from, to) => {
    const client = await service.client()
    await make(client, '2026-01-01', '2026-12-31')
    const reply = await make(client, from, to)
    expect(codeOf(reply).slice(0, 2)).toEqual([400, code])
    expect((await client.get(`${YEARS}/count`)).text).toBe('1')
  })

  test.each([
    ['NewPeriodCauseChangesToBlockedPeriods', '2026-03-01', '2027-02-28'],
    ['NewPeriodCauseChangesToBlockedPeriods', '2026-03-31', '2026-10-31'],
    ['AccountingYearExists', '2026-04-01', '2027-03-31'],
    ['AccountingYearExists', '2026-01-01', '2026-12-31'],
  ])('%s for %s to %s, with March 2026 barred', async (code, from, to) => {
    const client = await service.client()
    await make(client, '2026-01-01', '2026-12-31')
    await client.post('/daybookapi/v1.0.0/accounting-years/2026/periods/3/bar')
    expect(codeOf(await make(client, from, to))).toEqual([400, code, 'dateFrom'])
  })

  test('a closed year closes what lies before it', async () => {
    const client = await service.client()
    await make(client, '2026-01-01', '2026-12-31')
    await service.database.rows('UPDATE accounting_year SET is_closed = true WHERE agreement = $1', [client.agreement])
    expect(codeOf(await make(client, '2025-01-01', '2025-12-31'))[1]).toBe('LaterAccountingYearIsClosed')
    expect(codeOf(await make(client, '2026-06-01', '2027-05-31'))[1]).toBe('PeriodOverlapExistingClosedAccountingYear')
    expect(codeOf(await client.delete(`${YEARS}/2026`))).toEqual([400, 'AccountingYearInUse', 'year'])
  })

  test('only a year at an end can be deleted', async () => {
    const client = await service.client()
    for (const year of [2024, 2025, 2026]) await make(client, `${year}-01-01`, `${year}-12-31`)
    const refused = await client.delete(`${YEARS}/2025`)
    expect(codeOf(refused)).toEqual([400, 'AccountingYearNeededToAvoidGapInAccountingYearSeries', 'year'])
    expect((await client.delete(`${YEARS}/2026`)).status).toBe(204)
    expect((await client.get(`${YEARS}/2026`)).status).toBe(404)
    expect((await client.delete(`${YEARS}/2026`)).status).toBe(404)
  })

  test('a year with a document stays', async () => {
    const client = await withVouchers(service, [])
    const year = await make(client, '2027-01-01', '2027-12-31')
    expect(year.status, year.text).toBe(201)
    const drafted = await client.post(DRAFTS, finance({ date: '2027-03-15', voucherNumber: 901 }))
    expect((await attach(client, pdf('Plan'), { voucherNumber: 901, accountingYear: '2027' })).json).toEqual({
      number: 1,
    })
    expect((await client.delete(`${DRAFTS}/${drafted.json.entryNumber}`)).status).toBe(204)
    expect(codeOf(await client.delete(`${YEARS}/2027`))).toEqual([400, 'AccountingYearInUse', 'year'])
    expect((await client.delete(`${DOCUMENTS}/1`)).status).toBe(204)
    expect((await client.delete(`${YEARS}/2027`)).status).toBe(204)
  })

  describe.each([
    ['/timeentries', 'TimeEntryIsNotInAccountingPeriod', { activityNumber: 10, numberOfHours: 1 }],
    ['/mileages', 'MileageCannotBeCreatedUpdatedDateIsNotInAccountingPeriod', { distance: 42 }],
  ])('with %s', (path, noYear, more) => {
    const registration = { employeeNumber: 1, projectNumber: 20, date: '2027-03-15', ...more }
    const manager = async (): Promise<Client> => {
      const client = await projectManager(service)
      expect((await make(client, '2027-01-01', '2027-12-31')).status).toBe(201)
      return client
    }

    test('stay, though nothing is booked in them', async () => {
      const client = await manager()
      const { number } = (await ok(client.post(api(path), registration))).json
      expect(codeOf(await client.delete(`${YEARS}/2027`))).toEqual([400, 'AccountingYearInUse', 'year'])
      await ok(client.delete(`${api(path)}/${number}`))
      expect((await client.delete(`${YEARS}/2027`)).status).toBe(204)
    })

    test('stay, though what is registered is not committed yet', async () => {
      const client = await manager()
      const { registering, deleting } = await service.database.transaction(async (transaction) => {
        await transaction.rows('SELECT FROM mileage_setup WHERE agreement = $1 FOR UPDATE', [client.agreement])
        const registering = client.post(api(path), registration)
        await untilBlocked(service.database, 1)
        const deleting = client.delete(`${YEARS}/2027`)
        await untilBlocked(service.database, 2)
        return { registering, deleting }
      })
      expect((await registering).status).toBe(201)
      expect(codeOf(await deleting)).toEqual([400, 'AccountingYearInUse', 'year'])
    })

    test('take no more once they are being deleted, neither new nor moved', async () => {
      const client = await manager()
      const { number } = (await ok(client.post(api(path), { ...registration, date: '2026-03-15' }))).json
      const registering = await service.database.transaction(async (transaction) => {
        expect(await deleteYear(transaction, client.agreement, '2027', [])).toBe(true)
        const made = client.post(api(path), registration)
        const moved = changeFlat(client, path, number, { date: '2027-03-15' })
        await untilBlocked(service.database, 2)
        return { made, moved }
      })
      expect(flat(await registering.made)).toEqual([400, noYear, 'date'])
      expect(await registering.moved).toEqual([400, noYear, 'date'])
    })
  })

  test('two requests for the same year at once make one', async () => {
    const client = await service.client()
    const replies = await Promise.all(Array.from({ length: 8 }, () => make(client, '2026-01-01', '2026-12-31')))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.json.errorCode === 'AccountingYearExists')).toHaveLength(7)
  })
})

test('a period is read by its number in the newest year that has begun, also before the period itself has', async () => {
  const client = await service.client()
  const [days] = await service.database.rows<Record<'last' | 'this' | 'next', string>>(
    `SELECT (m.day - interval '12 months')::date AS last, m.day::date AS this, (m.day + interval '12 months')::date AS next
     FROM (SELECT date_trunc('month', current_date::timestamp) AS day) m`,
  )
  const before = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
  for (const [from, to] of [
    [days!.last, days!.this],
    [days!.this, days!.next],
  ] as const) {
    expect((await make(client, from, before(to))).status).toBe(201)
  }
  const { json } = await client.get(`${PERIODS}/12`)
  expect(json).toMatchObject({ periodNumber: 12, dateTo: `${before(days!.next)}T00:00:00Z` })
})

describe('the period at the root', () => {
  test('has links that resolve', async () => {
    const client = await service.client()
    await seedBooks(service.database, client.agreement)
    const { json } = await client.get('/Accounting-Years/2026/Periods/2')
    expect(json).toEqual({
      periodNumber: 2,
      accountingYear: { year: '2026', self: `${service.baseUrl}/accounting-years/2026` },
      fromDate: '2026-02-01',
      toDate: '2026-02-28',
      entries: `${service.baseUrl}/accounting-years/2026/periods/2/entries`,
      totals: `${service.baseUrl}/accounting-years/2026/periods/2/totals`,
      self: `${service.baseUrl}/accounting-years/2026/periods/2`,
    })
    for (const link of [json.self, json.entries, json.totals, json.accountingYear.self]) {
      expect((await client.get(link.slice(service.baseUrl.length))).status).toBe(200)
    }
    const year = await client.get('/accounting-years/2026')
    for (const link of [year.json.periods, year.json.totals]) {
      const reply = await client.get(link.slice(service.baseUrl.length))
      expect(reply.json).toMatchObject({ collection: expect.any(Array), pagination: expect.any(Object), self: link })
    }
    expect((await client.get(json.entries.slice(service.baseUrl.length))).json).toMatchObject({
      collection: [],
      self: json.entries,
    })
  })
  test('a barred period is closed for further transactions', async () => {
    const client = await service.client()
    await seedBooks(service.database, client.agreement)
    await service.database.rows(
      'UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND period_number = 3',
      [client.agreement],
    )
    expect((await client.get('/accounting-years/2026/periods/3')).json.closed).toBe(true)
  })
  test.each([
    '/accounting-years/2025/periods/1',
    '/accounting-years/2026/periods/13',
    '/accounting-years/2026/periods/x',
    '/accounting-years/2026/periods/13/entries',
    '/accounting-years/99999/totals',
  ])('%s is not there', async (path) => {
    const client = await service.client()
    await seedBooks(service.database, client.agreement)
    expect((await client.get(path)).status).toBe(404)
  })
})
