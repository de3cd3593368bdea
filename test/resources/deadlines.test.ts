import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfter } from '../../src/ledger/days.ts'
import { DEADLINE_DAYS_MAX } from '../../src/limits.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { ask, cents, report } from './report-books.ts'
import { book, danish, FIRST_QUARTER, OURS, RETURNS } from './vat-books.ts'

let service: TestService
beforeAll(async () => void (service = await companyService()))
afterAll(() => service.stop())

interface Due {
  kind: string
  amount: string
  count: number | null
  date: string | null
  period: string | null
}
interface Deadlines {
  openingBalance: string
  items: Due[]
  closingBalance: string
}

const CASH = 'accountFrom=5800&accountTo=5899'
const dueOf = async (client: Client, date: string, until: string): Promise<Deadlines> =>
  (await report(client, `deadlines?date=${date}&until=${until}&${CASH}`)) as unknown as Deadlines

interface Open {
  customerNumber: number | null
  date: string
  dueDate: string | null
  remainderInBaseCurrency: string
}

test.each([
  ['2025-06-30', 30],
  ['2026-02-15', 0],
  ['2026-03-10', 90],
  ['2026-05-31', DEADLINE_DAYS_MAX],
])('from %s on for %i days: what is open and due, and what the accounts come to with it', async (date, days) => {
  const company = await service.client({ agreement: COMPANY })
  const until = daysAfter(date, days)
  const told = await dueOf(company, date, until)
  const { items } = (await report(company, `open-items?date=${date}`)) as unknown as { items: Open[] }
  const dueBy = items
    .map((one) => ({ ...one, due: one.dueDate ?? one.date }))
    .filter(({ due, remainderInBaseCurrency: open }) => due <= until && cents(open) !== 0n)
  const expected = (kind: string, of: typeof dueBy) => {
    const amount = of.reduce((sum, one) => sum + cents(one.remainderInBaseCurrency), 0n)
    return amount === 0n ? [] : [[kind, amount, of.length, of.map(({ due }) => due).sort()[0]]]
  }
  const parties = told.items.filter(({ kind }) => kind === 'customers' || kind === 'suppliers')
  expect(parties.map(({ kind, amount, count, date: first }) => [kind, cents(amount), count, first])).toEqual([
    ...expected(
      'customers',
      dueBy.filter(({ customerNumber, due }) => customerNumber !== null && due >= date),
    ),
    ...expected(
      'suppliers',
      dueBy.filter(({ customerNumber }) => customerNumber === null),
    ),
  ])
  const { closingBalance } = await report(company, `daily-balances?${CASH}&from=${date}&to=${date}`)
  expect(cents(told.openingBalance)).toBe(cents(closingBalance as string))
  expect(cents(told.closingBalance)).toBe(
    told.items.reduce((sum, { amount }) => sum + cents(amount), cents(told.openingBalance)),
  )
})

test('a return is due from the end of its period on, as it would be now, then as settled, until it is paid', async () => {
  const client = await danish(service)
  await book(client, '2025-03-15', FIRST_QUARTER)
  const vatOf = async (date: string, until: string) =>
    (await dueOf(client, date, until)).items.map(({ kind, amount, date: due, period }) => [
      kind,
      Number(amount),
      due,
      period,
    ])
  const nextOf = async (date: string) => {
    const { vatPeriod, vatState, vatDeadline } = await report(client, `waiting?date=${date}`)
    return [vatPeriod, vatState, vatDeadline]
  }
  const preview = ['vatReturn', -5_173, '2025-06-02', '2025-Q1']
  expect(await vatOf('2025-03-31', '2025-06-30')).toEqual([])
  expect(await vatOf('2025-04-01', '2025-06-01')).toEqual([])
  expect(await vatOf('2025-04-01', '2025-06-02')).toEqual([preview])
  // What is to be reported next: nothing before the end of the first period.
  expect(await nextOf('2025-03-31')).toEqual([null, null, null])
  expect(await nextOf('2025-04-01')).toEqual(['2025-Q1', 'preview', '2025-06-02'])
  // It is late.
  expect(await vatOf('2025-06-20', '2025-06-21')).toEqual([preview])
  expect((await client.post(RETURNS, { period: '2025-Q1' })).status).toBe(201)
  const settled = ['vatSettled', -5_173, '2025-06-02', '2025-Q1']
  expect(await nextOf('2025-04-01')).toEqual(['2025-Q1', 'settled', '2025-06-02'])
  expect((await client.put(`${RETURNS}/2025-Q1/reported`, { reportedOn: '2025-05-30' })).status).toBe(204)
  // The next, although its period has not ended.
  expect(await nextOf('2025-05-30')).toEqual(['2025-Q2', 'preview', '2025-09-01'])
  expect(await vatOf('2025-04-01', '2025-06-02')).toEqual([settled])
  expect(await vatOf('2025-04-01', '2025-06-01')).toEqual([])
  await book(client, '2025-05-05', [[1010, -125, 'U25']])
  expect(await vatOf('2025-07-01', '2025-09-30')).toEqual([settled, ['vatReturn', -25, '2025-09-01', '2025-Q2']])
  // A day of before knows returns whose periods had ended by then.
  expect((await client.post(RETURNS, { period: '2025-Q2' })).status).toBe(201)
  expect(await vatOf('2025-06-20', '2025-06-30')).toEqual([settled])
  expect(await vatOf('2025-07-01', '2025-09-30')).toEqual([['vatSettled', -5_198, '2025-09-01', '2025-Q2']])
  // Paid on the way.
  await book(client, '2025-05-20', [[6950, 5_000]])
  expect(await vatOf('2025-05-19', '2025-06-30')).toEqual([settled])
  expect(await vatOf('2025-05-20', '2025-06-30')).toEqual([['vatSettled', -173, '2025-06-02', '2025-Q1']])
  await book(client, '2025-06-01', [[6950, 173]])
  expect(await vatOf('2025-06-01', '2025-06-30')).toEqual([])
  // Another frequency has other periods.
  const monthly = await danish(service)
  await monthly.put(`${OURS}/vat-setup`, { frequency: 'month', lateEntries: 'next' })
  await book(monthly, '2025-06-15', [[1010, -125, 'U25']])
  const items = (await dueOf(monthly, '2025-07-01', '2025-07-31')).items
  expect(items).toMatchObject([{ kind: 'vatReturn', period: '2025-06', date: '2025-07-25', count: 1 }])
})

test('what is settled by hand is due once', async () => {
  const client = await danish(service)
  await book(client, '2025-03-15', [[1010, -1_250, 'U25']])
  await book(client, '2025-03-31', [
    [6902, 250],
    [6950, -250],
  ])
  expect((await dueOf(client, '2025-04-01', '2025-06-30')).items).toMatchObject([
    { kind: 'vatSettled', amount: '-250.00', date: null, period: null },
  ])
})

test('what waits is as many as the lists have, of those that the grant may list', async () => {
  const company = await service.client({ agreement: COMPANY })
  const countOf = async (list: string): Promise<number> =>
    (await ask(company, list.replace(/(?=\?)|$/, '/count'))).json as unknown as number
  const settled = (await ask(company, 'vat-returns')).json as unknown as { period: string; reportedOn: string | null }[]
  const { period } = settled.findLast(({ reportedOn }) => reportedOn === null)!
  const drafts = (await ask(company, 'draft-invoices')).json.items as { amountInBaseCurrency: number }[]
  const drafted = drafts.reduce((sum, { amountInBaseCurrency }) => sum + amountInBaseCurrency, 0)
  const banks = (await ask(company, 'bank-accounts')).json.items as {
    number: number
    accountNumber: number
    name: string
  }[]
  const open = banks.map(async ({ number, accountNumber, name }) => {
    const filter = `state$eq:open$and:bankAccountNumber$eq:${number}`
    return { number, accountNumber, name, bankLines: await countOf(`bank-lines?filter=${filter}`) }
  })
  const told = {
    date: '2026-03-10',
    draftEntries: await countOf('draft-entries'),
    inbox: await countOf('inbox?filter=state$eq:new'),
    bankLines: await countOf('bank-lines?filter=state$eq:open'),
    bankAccounts: (await Promise.all(open)).filter(({ bankLines }) => bankLines > 0),
    draftInvoices: await countOf('draft-invoices'),
    draftInvoicesAmount: drafted.toFixed(2),
    vatPeriod: period,
    vatState: 'settled',
    vatDeadline: (await report(company, `vat-returns/${period}`)).deadline,
    hasEntries: true,
  }
  expect(await report(company, 'waiting?date=2026-03-10')).toEqual(told)
  expect(Math.min(told.draftEntries, told.inbox, told.bankLines, told.draftInvoices)).toBeGreaterThan(0)
  const sales = await service.client({ agreement: COMPANY, roles: ['Sales'] })
  const none = {
    ...{ draftEntries: null, inbox: null, bankLines: null, bankAccounts: null },
    ...{ vatPeriod: null, vatState: null, vatDeadline: null },
  }
  expect(await report(sales, 'waiting?date=2026-03-10')).toEqual({ ...told, ...none })
  expect(codeOf(await ask(company, 'waiting'))).toEqual([400, 'QueryParameterRequired', 'date'])
  const other = await danish(service)
  await other.put(`${OURS}/vat-setup`, { frequency: 'month', lateEntries: 'next' })
  expect(await report(other, 'waiting?date=2026-03-10')).toMatchObject({ vatPeriod: null, hasEntries: false })
  await book(other, '2025-01-15', [[1010, -125, 'U25']])
  expect(await report(other, 'waiting?date=9999-12-31')).toMatchObject({ vatPeriod: '9998-12', hasEntries: true })
  expect((await ask(other, 'waiting?date=0001-01-01')).status).toBe(200)
})

test('its parameters are checked, and another agreement sees nothing of it', async () => {
  const company = await service.client({ agreement: COMPANY })
  const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(company, `deadlines?${query}`))
  const until = daysAfter('2026-01-01', DEADLINE_DAYS_MAX + 1)
  expect(await fault(`until=2026-01-31&${CASH}`)).toEqual([400, 'QueryParameterRequired', 'date'])
  expect(await fault(`date=2026-01-31&${CASH}`)).toEqual([400, 'QueryParameterRequired', 'until'])
  expect(await fault('date=2026-01-01&until=2026-01-31')).toEqual([400, 'QueryParameterRequired', 'account'])
  expect(await fault(`date=2026-01-02&until=2026-01-01&${CASH}`)).toEqual([400, 'QueryParameterInvalid', 'until'])
  expect(await fault(`date=2026-01-01&until=${until}&${CASH}`)).toEqual([400, 'QueryParameterInvalid', 'until'])
  expect(await fault('date=2026-01-01&until=2026-01-31&account=5821')).toEqual([
    400,
    'QueryParameterInvalid',
    'account',
  ])
  // The last days of the calendar.
  expect((await ask(company, `deadlines?date=9999-12-30&until=9999-12-31&${CASH}`)).status).toBe(200)
  expect((await ask(company, `deadlines?date=0001-01-01&until=0001-12-31&${CASH}`)).status).toBe(200)
  const other = await danish(service)
  expect(await dueOf(other, '2026-03-10', '2026-06-08')).toMatchObject({ items: [], closingBalance: '0.00' })
})
