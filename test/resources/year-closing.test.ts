import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, bookkeeper, codeOf, DRAFTS, finance } from './bookkeeping.ts'

const YEARS = '/accountingyearsapi/v2.0.1/AccountingYears'
const PERIODS = '/accountingyearsapi/v2.0.1/accountingYears/periods'
const OWN = '/daybookapi/v1.0.0/accounting-years'
const BALANCE = '/daybookapi/v1.0.0/trial-balance'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Another grant of the company: bookkeeping closes nothing. */
const owner = ({ agreement }: Client): Promise<Client> => service.client({ agreement, roles: ['SuperUser'] })
const close = async (client: Client, year = '2026'): Promise<Reply> =>
  (await owner(client)).post(`${OWN}/${year}/close`)
const bar = (client: Client, period: number | string, year = '2026', how = 'bar'): Promise<Reply> =>
  client.post(`${OWN}/${year}/periods/${period}/${how}`)
const book = (client: Client): Promise<Reply> => client.post(`${API}/journals/1/book`)
const makeYear = (client: Client, year: number): Promise<Reply> =>
  client.post(YEARS, { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` })

/** Books of 2026 with rent of 125.00 booked, and the year 2027. */
async function booked(): Promise<Client> {
  const client = await bookkeeper(service)
  expect((await makeYear(client, 2027)).status).toBe(201)
  expect((await client.post(DRAFTS, finance())).status).toBe(201)
  expect((await book(client)).status).toBe(204)
  return client
}

async function balanceOf(client: Client, from: string, to: string): Promise<Record<number, number[]>> {
  const { json } = await client.get(`${BALANCE}?from=${from}&to=${to}`)
  const lines = json.items as Record<'accountNumber' | 'openingBalance' | 'debit' | 'credit', number>[]
  return Object.fromEntries(
    lines
      .filter(({ openingBalance, debit, credit }) => openingBalance !== 0 || debit !== 0 || credit !== 0)
      .map(({ accountNumber, openingBalance, debit, credit }) => [accountNumber, [openingBalance, debit, credit]]),
  )
}

describe('closing a year', () => {
  test('opens the next one with its balances, and leaves its own to be read', async () => {
    const client = await booked()
    const before = await balanceOf(client, '2026-01-01', '2026-12-31')
    expect((await close(client)).status).toBe(204)
    expect(await balanceOf(client, '2026-01-01', '2026-12-31')).toEqual(before)
    expect(before).toEqual({ 2210: [0, 125, 0], 5820: [0, 0, 125] })
    expect(await balanceOf(client, '2027-01-01', '2027-12-31')).toEqual({ 5820: [-125, 0, 0], 6500: [125, 0, 0] })

    expect((await client.get(`${YEARS}/2026`)).json.isClosed).toBe(true)
    const { json } = await client.get(`${PERIODS}/paged?filter=year$eq:2026`)
    expect(json.every((period: { isClosed?: boolean }) => period.isClosed)).toBe(true)
    expect((await client.get('/accounting-years/2026')).json.closed).toBe(true)
    const { items } = (await client.get(`${BOOKED}?filter=type$eq:7`)).json
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      date: '2027-01-01T00:00:00Z',
      text: 'Primosaldo fra 2026',
    })
  })

  test('keeps the totals of the year and its periods as they were, to the byte', async () => {
    const client = await booked()
    await close(client)
    const totals = ['/accounting-years/2026/totals', '/accounting-years/2026/periods/3/totals']
    const read = (): Promise<string[]> => Promise.all(totals.map(async (path) => (await client.get(path)).text))
    const before = await read()
    expect(before.map((text) => JSON.parse(text).collection.length)).toEqual([2, 2])
    const account = { number: 2210, name: 'Et andet navn', type: 1 }
    const { objectVersion } = (await client.get('/accountsapi/v7.0.1/Accounts/2210')).json
    expect((await client.put('/accountsapi/v7.0.1/Accounts', { ...account, objectVersion })).status).toBe(204)
    expect(await read()).toEqual(before)
    await client.post(DRAFTS, finance({ date: '2027-01-15' }))
    await book(client)
    expect((await client.get('/accounting-years/2027/totals')).text).toContain('Et andet navn')
  })

  test('is final: nothing can be drafted, booked or moved into the year, and it cannot be closed again', async () => {
    const client = await booked()
    const { headers } = await client.post(DRAFTS, finance({ date: '2027-01-15' }))
    await close(client)
    expect(codeOf(await client.post(DRAFTS, finance()))).toEqual([400, 'JournalEntryDateAccountingYearClosed', 'date'])
    const draft = (await client.get(headers.get('location')!)).json
    const moved = await client.put(DRAFTS, { ...draft, date: '2026-12-31' })
    expect(codeOf(moved)).toEqual([400, 'JournalEntryDateAccountingYearClosed', 'date'])
    expect(codeOf(await close(client))).toEqual([400, 'AccountingYearIsClosed', 'year'])
    expect(codeOf(await bar(client, 3))).toEqual([400, 'AccountingYearIsClosed', 'year'])
    expect(codeOf(await bar(client, 3, '2026', 'unbar'))).toEqual([400, 'AccountingYearIsClosed', 'year'])
    expect(codeOf(await client.delete(`${YEARS}/2026`))).toEqual([400, 'AccountingYearInUse', 'year'])
    expect(codeOf(await makeYear(client, 2025))[1]).toBe('LaterAccountingYearIsClosed')
    expect(codeOf(await client.delete(`${YEARS}/2027`))[1]).toBe('AccountingYearInUse')
  })

  test('goes in order, from year to year', async () => {
    const client = await booked()
    await makeYear(client, 2028)
    expect(codeOf(await close(client, '2027'))).toEqual([400, 'EarlierAccountingYearIsOpen', 'year'])
    await client.post(DRAFTS, finance({ date: '2027-05-05', amount: 75 }))
    await book(client)
    expect([(await close(client)).status, (await close(client, '2027')).status]).toEqual([204, 204])
    expect(await balanceOf(client, '2028-01-01', '2028-12-31')).toEqual({ 5820: [-200, 0, 0], 6500: [200, 0, 0] })
  })

  test('refuses what is not ready, and says everything it lacks', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    await service.database.rows("DELETE FROM system_account WHERE agreement = $1 AND purpose = 'result'", [
      client.agreement,
    ])
    const { status, json } = await close(client)
    expect(status).toBe(400)
    expect(json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
      'NextAccountingYearDoesNotExist',
      'ResultAccountNotSet',
      'AccountingYearHasDraftEntries',
    ])
    expect((await client.get(`${YEARS}/2026`)).json.isClosed).toBeUndefined()
    expect(codeOf(await close(client, '2031'))).toEqual([404, 'NotFound', 'year'])
    expect(codeOf(await close(client, '20266'))).toEqual([404, 'NotFound', 'year'])
  })

  test('refuses a year that only draft entries keep open', async () => {
    const client = await booked()
    const made = await client.post(DRAFTS, finance())
    expect(made.status, made.text).toBe(201)
    expect(codeOf(await close(client))).toEqual([400, 'AccountingYearHasDraftEntries', 'year'])
  })

  test('refuses a result account of profit and loss, and a barred period for the opening entries', async () => {
    const client = await booked()
    await bar(client, 1, '2027')
    expect(codeOf(await close(client))).toEqual([400, 'NewPeriodCauseChangesToBlockedPeriods', 'year'])
    expect((await bar(client, 1, '2027', 'unbar')).status).toBe(204)
    await service.database.rows('UPDATE account SET type = 1 WHERE agreement = $1 AND number = 6500', [
      client.agreement,
    ])
    expect(codeOf(await close(client))).toEqual([400, 'ResultAccountNotSet', 'year'])
  })

  test('is done once by many at once', async () => {
    const client = await booked()
    const replies = await Promise.all(Array.from({ length: 8 }, () => close(client)))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(replies.filter((reply) => codeOf(reply)[1] === 'AccountingYearIsClosed')).toHaveLength(7)
    expect((await client.get(`${BOOKED}/count?filter=type$eq:7`)).text).toBe('2')
  })
})

/** Two lines that wait, one that is ignored, and one of the year after. */
const BANK_LINES = [
  `INSERT INTO bank_account (agreement, number, account_number, name) VALUES ($1, 1, 5820, 'Bank')`,
  `INSERT INTO bank_file (agreement, hash, bytes, format) VALUES ($1, sha256('a'), 1, 'CSV')`,
  `INSERT INTO bank_statement (agreement, number, bank_account_number, from_date, to_date, lines, already_there, waiting, follows_gap, hash, received_at)
   VALUES ($1, 1, 1, '2026-01-01', '2027-01-31', 4, 0, 0, false, sha256('a'), now())`,
  `INSERT INTO bank_line (agreement, number, bank_account_number, statement_number, place, date, value_date, amount, text, ignored_reason)
   SELECT $1, n, 1, 1, n, d, d, n, 'Linje', CASE WHEN n = 3 THEN 'Egen' END
   FROM (VALUES (1, '2026-03-01'::date), (2, '2026-12-31'), (3, '2026-12-31'), (4, '2027-01-01')) AS l(n, d)`,
]

describe('the preview of a close', () => {
  const preview = async (client: Client, year = '2026') => (await client.post(`${OWN}/${year}/close/preview`)).json

  test('says the result, the opening entries and what is to be looked at, and writes nothing', async () => {
    const client = await booked()
    const line = (accountNumber: number, amount: number) => ({
      accountNumber,
      currency: 'DKK',
      amount,
      amountInBaseCurrency: amount,
    })
    expect(await preview(client)).toEqual({
      result: -125,
      openingEntries: [line(5820, -125), line(6500, 125)],
      faults: [],
      notes: [expect.objectContaining({ note: 'VouchersWithoutDocument', count: 1 })],
    })
    expect((await client.get(`${YEARS}/2026`)).json.isClosed).toBeUndefined()
    await close(client)
    const { items } = (await client.get(`${BOOKED}?filter=type$eq:7`)).json
    expect(items.map((item: Record<string, unknown>) => [item.accountNumber, item.amount])).toEqual([
      [5820, -125],
      [6500, 125],
    ])
    expect(await preview(client)).toMatchObject({
      openingEntries: [],
      faults: [{ errorCode: 'AccountingYearIsClosed' }],
    })
  })

  test('says everything that keeps the year from being closed, and VAT that is not settled', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance({ vatCode: 'I25' }))
    await book(client)
    await client.post(DRAFTS, finance())
    const { faults, notes } = await preview(client)
    expect(faults.map(({ errorCode }: Record<string, unknown>) => errorCode)).toEqual([
      'NextAccountingYearDoesNotExist',
      'AccountingYearHasDraftEntries',
    ])
    expect(notes).toContainEqual(expect.objectContaining({ note: 'UnsettledVat', count: 1 }))
    for (const statement of BANK_LINES) await service.database.rows(statement, [client.agreement])
    expect((await preview(client)).notes.slice(0, 2)).toMatchObject([
      { note: 'UnmatchedBankLines', count: 2 },
      { note: 'UnreconciledBank', count: 1 },
    ])
    expect(codeOf(await client.post(`${OWN}/2031/close/preview`))).toEqual([404, 'NotFound', 'year'])
  })

  test('is for who keeps the books; the close itself needs a SuperUser', async () => {
    const client = await booked()
    expect((await client.post(`${OWN}/2026/close`)).status).toBe(403)
    expect((await close(client)).status).toBe(204)
  })
})

describe('the currency of openings', () => {
  const correct = (client: Client, body: object = {}): Promise<Reply> =>
    client.post('/daybookapi/v1.0.0/currency-corrections', body)

  test('is corrected where a year was opened in base currency alone', async () => {
    const client = await booked()
    expect((await correct(client)).json).toEqual({
      accountingYear: null,
      voucherNumber: null,
      date: null,
      items: [],
      unknown: [],
    })
    const keptIn = (currency: string | null) =>
      service.database.rows('UPDATE account SET currency = $2 WHERE agreement = $1 AND number = 5820', [
        client.agreement,
        currency,
      ])
    const euro = { currency: 'EUR', exchangeRate: 746, amount: -2000, accountNumber: 2210 }
    await client.post(DRAFTS, finance({ amount: -125 }))
    await client.post(DRAFTS, finance(euro))
    await book(client)
    await close(client)
    await keptIn('EUR')
    await bar(client, 1, '2027')
    expect(codeOf(await correct(client))).toEqual([400, 'JournalEntryDateAccountingYearPeriodBarred', 'date'])
    expect(codeOf(await correct(client, { date: '2028-01-01' }))).toEqual([400, 'ValueOutOfRange', 'date'])
    const { status, text, json } = await correct(client, { date: '2027-02-01' })
    expect([status, text]).toEqual([200, expect.stringContaining('"amount":2000.00,"amountInBaseCurrency":14920.00')])
    expect(json).toMatchObject({
      accountingYear: '2027',
      date: '2027-02-01',
      items: [{ accountNumber: 5820 }],
      unknown: [],
    })
    const { items } = (await client.get(`${BOOKED}?filter=type$eq:9`)).json
    expect(items.map((item: Record<string, unknown>) => [item.amount, item.amountInBaseCurrency])).toEqual([
      [2000, 14920],
      [-14920, -14920],
    ])
  })
})

describe('a barred period', () => {
  test('takes neither draft entries nor bookings until it is unbarred', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance())
    expect((await bar(client, 3)).status).toBe(204)
    expect(codeOf(await client.post(DRAFTS, finance()))).toEqual([
      400,
      'JournalEntryDateAccountingYearPeriodBarred',
      'date',
    ])
    expect(codeOf(await book(client))).toEqual([400, 'JournalEntryDateAccountingYearPeriodBarred', 'date'])
    expect((await client.post(DRAFTS, finance({ date: '2026-04-01' }))).status).toBe(201)
    expect((await client.get(`${PERIODS}/3`)).json.isBarred).toBe(true)
    expect((await client.get('/accounting-years/2026/periods/3')).json.closed).toBe(true)
    expect((await bar(client, 3, '2026', 'unbar')).status).toBe(204)
    expect((await client.get(`${PERIODS}/3`)).json.isBarred).toBeUndefined()
    expect((await book(client)).status).toBe(204)
  })

  test('stays as it is when barred again, and its objectVersion tells what changed', async () => {
    const client = await bookkeeper(service)
    const version = async (): Promise<string> => (await client.get(`${PERIODS}/3`)).json.objectVersion
    const versions = [await version()]
    for (const how of ['unbar', 'bar', 'bar', 'unbar']) {
      expect((await bar(client, 3, '2026', how)).status).toBe(204)
      versions.push(await version())
    }
    const [first, unbarred, barred, again, last] = versions
    expect([unbarred, again]).toEqual([first, barred])
    expect(new Set([first, barred, last]).size).toBe(3)
  })

  test.each([
    ['13', '2026', 'periodNumber'],
    ['1', '2031', 'periodNumber'],
    ['x', '2026', 'periodNumber'],
  ])('period %s of %s is not there', async (period, year, property) => {
    const client = await bookkeeper(service)
    expect(codeOf(await bar(client, period, year))).toEqual([404, 'NotFound', property])
    expect(codeOf(await bar(client, period, year, 'unbar'))).toEqual([404, 'NotFound', property])
  })
})
