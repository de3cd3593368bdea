import { afterAll, beforeAll, expect, test } from 'vitest'
import { equalShares } from '../../src/ledger/booking/accrual.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'
import { ask, bookDrafts, cents, report, REPORTS } from './report-books.ts'

const FIGURES = '/budgetsapi/v2.0.0/budget-figures'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const figure = (more: object): object => ({
  accountNumber: 2210,
  fromDate: '2026-01-01',
  toDate: '2026-12-31',
  amountDefaultCurrency: 1200,
  ...more,
})
const spread = (client: Client, more: object = {}): Promise<Reply> =>
  client.post(`${REPORTS}/budget-figures/spread`, { accountNumber: 2210, year: '2026', amount: 1000, ...more })

interface Cell {
  accountNumber: number
  type: number
  periodNumber: number
  actual: string
  budget: string
  difference: string
  lastYear: string
}

const cellsOf = async (client: Client, account: number, year = '2026'): Promise<Cell[]> =>
  ((await report(client, `budget-report?year=${year}`)) as { items: Cell[] }).items.filter(
    ({ accountNumber }) => accountNumber === account,
  )

test.each<[string, object, string]>([
  ['AccountNotFound', { accountNumber: 77 }, 'accountNumber'],
  ['AccountNotFound', { accountNumber: 5000 }, 'accountNumber'],
  ['ToDateBeforeFromDate', { toDate: '2025-12-31' }, 'toDate'],
])('%s of %j', async (code, more, property) => {
  const client = await bookkeeper(service)
  expect(codeOf(await client.post(FIGURES, figure(more)))).toEqual([400, code, property])
})

test('a figure of one day is taken; its number is the one that is given, or the next that is free', async () => {
  const client = await bookkeeper(service)
  const made = async (more: object) => (await client.post(FIGURES, figure(more))).json as unknown
  expect(await made({ toDate: '2026-01-01' })).toEqual({ number: 1 })
  expect(await made({ number: 7 })).toEqual({ number: 7 })
  expect(await made({})).toEqual({ number: 2 })
})

test('an amount of 18 digits is kept, and sent back as it was read; zeros at its end count as nothing', async () => {
  const client = await bookkeeper(service)
  const json = { headers: { 'content-type': 'application/json' } }
  const sent = async (amount: string) => {
    const raw = JSON.stringify(figure({ text: 'Most' })).replace('1200', amount)
    return await client.call('POST', FIGURES, { ...json, raw })
  }
  for (const [amount, read] of [
    ['999999999999999999', '999999999999999999.00'],
    ['-12345678901234567.5', '-12345678901234567.50'],
    ['1.000', '1.00'],
    ['-0.50000000000', '-0.50'],
  ]) {
    const made = await sent(amount!)
    const { text } = await client.get(`${FIGURES}/${made.json.number}`)
    expect(text).toContain(`"amountDefaultCurrency":${read},`)
    const back = await client.call('PUT', FIGURES, { ...json, raw: text })
    expect(back.status, back.text).toBe(204)
  }
  for (const [amount, code] of [
    ['1000000000000000000', 'ValueOutOfRange'],
    ['12345678901234567.55', 'ValueOutOfRange'],
    ['1.001', 'AmountHasTooManyDecimals'],
    ['1.0001000', 'AmountHasTooManyDecimals'],
  ]) {
    expect(codeOf(await sent(amount!))).toEqual([400, code, 'amountDefaultCurrency'])
  }
})

test('an account that exists is not named as what was meant', async () => {
  const client = await bookkeeper(service)
  const reply = await client.post(FIGURES, figure({ accountNumber: 5000 }))
  expect(codeOf(reply)).toEqual([400, 'AccountNotFound', 'accountNumber'])
  expect(reply.json.errors[0].message).not.toContain('Did you mean')
})

test('an account with a budget stays', async () => {
  const client = await bookkeeper(service)
  const account = { number: 2299, name: 'Planned', type: 1 }
  expect((await client.post('/accountsapi/v7.0.0/Accounts', account)).status).toBe(201)
  expect((await client.post(FIGURES, figure({ accountNumber: 2299 }))).status).toBe(201)
  expect(codeOf(await client.delete('/accountsapi/v7.0.0/Accounts/2299'))[1]).toBe('AccountInUse')
})

test('a year is spread over its periods, and the last takes the cent', async () => {
  const client = await bookkeeper(service)
  const made = await spread(client)
  expect([made.status, made.json.numbers.length]).toEqual([201, 12])
  expect(made.headers.get('location')).toBe(`${REPORTS}/budget-report?year=2026`)
  const { items } = (await client.get(FIGURES)).json
  expect(items.map(({ amountDefaultCurrency }: { amountDefaultCurrency: number }) => amountDefaultCurrency)).toEqual([
    ...Array.from({ length: 11 }, () => 83.33),
    83.37,
  ])
  expect(items[1]).toMatchObject({ fromDate: '2026-02-01T00:00:00Z', toDate: '2026-02-28T00:00:00Z' })
  const wrong = await spread(client, { accountNumber: 77, year: '1999' })
  expect(codeOf(wrong)).toEqual([400, 'AccountNotFound', 'accountNumber'])
  expect(wrong.json.errors[1]).toMatchObject({ errorCode: 'AccountingYearNotFound', property: 'year' })
  expect(codeOf(await spread(client, { year: '1999' }))).toEqual([400, 'AccountingYearNotFound', 'year'])
  expect((await client.get(`${FIGURES}/count`)).text).toBe('12')
})

test.each<[bigint, bigint[]]>([
  [100n, [33n, 33n, 34n]],
  [-100n, [-33n, -33n, -34n]],
  [200n, [67n, 67n, 66n]],
  [1n, [0n, 0n, 1n]],
])('%s cents in three parts', (total, parts) => {
  expect(equalShares(total, 3)).toEqual(parts)
})

test('a figure is shared out by days, over years too; parts sum to the figure', async () => {
  const client = await bookkeeper(service)
  const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
  expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
  const body = figure({ fromDate: '2026-11-16', toDate: '2027-01-10', amountDefaultCurrency: 100 })
  expect((await client.post(FIGURES, body)).status).toBe(201)
  const budgets = async (of: string): Promise<string[]> =>
    (await cellsOf(client, 2210, of)).map(({ budget }) => budget).filter((budget) => budget !== '0.00')
  // 15, 31 and 10 of 56 days.
  expect(await budgets('2026')).toEqual(['26.79', '55.36'])
  expect(await budgets('2027')).toEqual(['17.85'])
})

test('figures of the same days add up; the report sets them beside what was booked, now and a year ago, with sums', async () => {
  const client = await bookkeeper(service)
  const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
  expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
  const sum = { number: 4980, name: 'Costs', type: 6 }
  expect((await client.post('/accountsapi/v7.0.0/Accounts', sum)).status).toBe(201)
  const interval = { accountNumber: 4980, fromAccountNumber: 2000, toAccountNumber: 2999 }
  expect((await client.post('/accountsapi/v7.0.0/TotalIntervals', interval)).status).toBe(201)
  const cost = { entryTypeNumber: 5, accountNumber: 2210, contraAccountNumber: 5820 }
  await bookDrafts(client, { ...cost, date: '2026-03-10', amount: 70 }, { ...cost, date: '2027-03-10', amount: 90.5 })
  for (const amountDefaultCurrency of [60, 40.25]) {
    const days = { fromDate: '2027-03-01', toDate: '2027-03-31', amountDefaultCurrency }
    expect((await client.post(FIGURES, figure(days))).status).toBe(201)
  }
  for (const account of [2210, 4980]) {
    const cells = await cellsOf(client, account, '2027')
    expect(cells).toHaveLength(12)
    expect(cells[2]).toMatchObject({ actual: '90.50', budget: '100.25', difference: '-9.75', lastYear: '70.00' })
    expect(cells.reduce((total, { actual }) => total + cents(actual), 0n)).toBe(9050n)
  }
  expect((await ask(client, 'budget-report?year=2027&format=csv')).text).toContain(
    '4980,"Costs",6,3,90.50,100.25,-9.75,70.00',
  )
  expect(codeOf(await ask(client, 'budget-report?year=1999'))).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(codeOf(await ask(client, 'budget-report'))).toEqual([400, 'QueryParameterRequired', 'year'])
})
