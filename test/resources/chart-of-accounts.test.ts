import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type Reply, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { ask, bookDrafts, cents, report } from './report-books.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const INTERVALS = '/accountsapi/v7.0.0/TotalIntervals'
const FIGURES = '/accountsapi/v7.0.0/KeyFigureCodes'

let service: TestService
/** Has accounts 4980 of type 6 and 4981 of type 7. */
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await bookkeeper(service)
  for (const [number, type] of [
    [4980, 6],
    [4981, 7],
  ]) {
    expect((await client.post(ACCOUNTS, { number, name: `Sum ${number}`, type })).status).toBe(201)
  }
})
afterAll(() => service.stop())

const interval = (accountNumber: number, fromAccountNumber: number, toAccountNumber: number): object => ({
  accountNumber,
  fromAccountNumber,
  toAccountNumber,
})
const add = (...numbers: [number, number, number]): Promise<Reply> => client.post(INTERVALS, interval(...numbers))
/** Has account 4980 sum the profit and loss. */
const sums = async (): Promise<void> => expect((await add(4980, 1000, 4979)).status).toBe(201)
const told = async (): Promise<unknown> => (await client.get(`${ACCOUNTS}/4980`)).json.totalIntervals

describe('intervals', () => {
  test('are told by their account, in order, and change its version', async () => {
    const before = (await client.get(`${ACCOUNTS}/4980`)).json
    expect(before.totalIntervals).toBeNull()
    const made = await add(4980, 6100, 6198)
    expect([made.status, made.text]).toEqual([201, '{"accountNumber":4980}'])
    expect(made.headers.get('location')).toBe(`${INTERVALS}/4980/6100`)
    await sums()
    expect(await told()).toBe('1000..4979;6100..6198')
    expect((await client.get(`${ACCOUNTS}/4980`)).json.objectVersion).not.toBe(before.objectVersion)
    expect((await client.get(`${INTERVALS}/4980`)).json).toMatchObject(interval(4980, 1000, 4979))
    const { json } = await client.get(`${INTERVALS}/4980/6100`)
    expect((await client.put(INTERVALS, { ...json, toAccountNumber: 6150 })).status).toBe(204)
    expect(await told()).toBe('1000..4979;6100..6150')
    expect((await client.delete(`${INTERVALS}/4980/6100`)).status).toBe(204)
    expect(await told()).toBe('1000..4979')
  })

  test.each<[string, [number, number, number], string]>([
    ['AccountDoesNotExist', [77, 1, 2], 'accountNumber'],
    ['InvalidAccountType', [4981, 1, 2], 'accountNumber'],
    ['InvalidAccountType', [1010, 1, 2], 'accountNumber'],
    ['IntervalNotConstructedCorrectly', [4980, 5001, 5000], 'toAccountNumber'],
    ['IntervalHasOverlappingValues', [4980, 4979, 5000], 'fromAccountNumber'],
    ['IntervalHasOverlappingValues', [4980, 1, 1000], 'fromAccountNumber'],
    ['TotalIntervalWithSameFromAccountAlreadySetOnAccount', [4980, 1000, 1001], 'fromAccountNumber'],
  ])('%s of %j', async (code, numbers, property) => {
    await sums()
    expect(codeOf(await add(...numbers))).toEqual([400, code, property])
  })

  test('an interval that is moved may not overlap another, nor end before it begins', async () => {
    await sums()
    expect((await add(4980, 8000, 8100)).status).toBe(201)
    const { json } = await client.get(`${INTERVALS}/4980/1000`)
    const moved = (toAccountNumber: number): Promise<Reply> => client.put(INTERVALS, { ...json, toAccountNumber })
    expect(codeOf(await moved(8000))).toEqual([400, 'IntervalHasOverlappingValues', 'fromAccountNumber'])
    expect(codeOf(await moved(999))).toEqual([400, 'IntervalNotConstructedCorrectly', 'toAccountNumber'])
    expect((await client.delete(`${INTERVALS}/4980/8000`)).status).toBe(204)
  })

  test('of eight at once that overlap one is made', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => add(4980, 9000 + at, 9100)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => codeOf(reply)[1] === 'IntervalHasOverlappingValues')).toHaveLength(7)
    const [made] = replies.flatMap(({ status, headers }) => (status === 201 ? [headers.get('location')!] : []))
    expect((await client.delete(made!)).status).toBe(204)
  })

  test('an account that has some stays of type 6, and takes them with it when it goes', async () => {
    expect((await client.post(ACCOUNTS, { number: 4970, name: 'Sum', type: 6 })).status).toBe(201)
    expect((await add(4970, 1, 2)).status).toBe(201)
    const { name, number, objectVersion } = (await client.get(`${ACCOUNTS}/4970`)).json
    const changed = await client.put(ACCOUNTS, { name, number, objectVersion, type: 4 })
    expect(codeOf(changed)).toEqual([400, 'InvalidAccountType', 'type'])
    expect((await client.delete(`${ACCOUNTS}/4970`)).status).toBe(204)
    expect((await client.get(`${INTERVALS}/4970/1`)).status).toBe(404)
  })

  test('are told in as many characters as the contract has', async () => {
    expect((await client.post(ACCOUNTS, { number: 4960, name: 'Sum', type: 6 })).status).toBe(201)
    // 20 characters each, and a semicolon after each.
    await service.database.rows(
      `INSERT INTO total_interval (agreement, account_number, from_account_number, to_account_number)
       SELECT $1, 4960, n, n FROM generate_series(100000001, 100000047) AS n`,
      [client.agreement],
    )
    expect(codeOf(await add(4960, 100_000_048, 100_000_048))).toEqual([400, 'ValueNotAllowed', 'fromAccountNumber'])
    expect((await add(4960, 1000, 1000)).status).toBe(201)
    const { json } = await client.get(`${INTERVALS}/4960/1000`)
    const moved = (toAccountNumber: number): Promise<Reply> => client.put(INTERVALS, { ...json, toAccountNumber })
    expect(codeOf(await moved(99_999_999))).toEqual([400, 'ValueNotAllowed', 'fromAccountNumber'])
    expect((await moved(9_999_999)).status).toBe(204)
    expect((await client.get(`${ACCOUNTS}/4960`)).json.totalIntervals).toHaveLength(1000)
    expect((await client.delete(`${ACCOUNTS}/4960`)).status).toBe(204)
  })

  test('are what type 6 sums in reports; type 7 sums nothing', async () => {
    await sums()
    const sale = { entryTypeNumber: 5, date: '2026-03-15', accountNumber: 5820, contraAccountNumber: 1010, amount: 100 }
    await bookDrafts(client, sale)
    const amounts = async (query: string): Promise<Map<number, string | null>> => {
      const { items } = (await report(client, query)) as { items: { accountNumber: number; amount: string | null }[] }
      return new Map(items.map(({ accountNumber, amount }) => [accountNumber, amount]))
    }
    expect((await amounts('profit-and-loss?year=2026')).get(4980)).toBe('-100.00')
    expect((await amounts('balance-sheet?date=2026-12-31')).get(4981)).toBeNull()
  })
})

describe('key figure codes', () => {
  test('are twenty-one, the same for everybody, in every kind of list', async () => {
    const { items } = (await client.get(FIGURES)).json
    expect(items).toHaveLength(21)
    expect(items[3]).toEqual({
      number: 4,
      name: 'Other direct costs',
      sumFrom1: 1,
      sum1Text: 'Contribution margin',
      sumFrom2: 0,
      sum2Text: 'Other direct costs',
    })
    expect((await client.get(`${FIGURES}/14`)).json).toMatchObject({ sum1Text: 'Assets', isBalance: true })
    expect((await client.get(`${FIGURES}/22`)).status).toBe(404)
    expect((await client.get(`${FIGURES}/count?filter=sumFrom1$gt:0`)).text).toBe('6')
    const page = (await client.get(`${FIGURES}/paged?sort=-number&pageSize=2&filter=name$like:*debt*`)).json
    expect(page.map(({ number }: { number: number }) => number)).toEqual([21, 19])
    const stranger = await service.client()
    expect((await stranger.get(FIGURES)).json.items).toEqual(items)
    const viewer = await service.client({ roles: ['Sales'] })
    expect(codeOf(await viewer.get(FIGURES))[1]).toBe('RoleMissing')
  })

  test('gather the accounts of the demo company into a report whose sums follow from its lines', async () => {
    const company = await companyService()
    onTestFinished(() => company.stop())
    const demo = await company.client({ agreement: COMPANY })
    const { items } = (await report(demo, 'key-figures?year=2025')) as {
      items: { keyFigureCodeNumber: number; name: string; sumFrom: number | null; amount: string }[]
    }
    const lines = items.filter(({ sumFrom }) => sumFrom === null)
    expect(lines.map(({ keyFigureCodeNumber }) => keyFigureCodeNumber)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
    const sumLines = items.filter(({ sumFrom }) => sumFrom !== null)
    expect(sumLines.map(({ name }) => name)).toEqual([
      'Contribution margin',
      'Operating result',
      'Result before tax',
      'Result for the year',
      'Assets',
      'Liabilities and equity',
    ])
    for (const { keyFigureCodeNumber: last, sumFrom, amount } of sumLines) {
      const summed = lines.filter(({ keyFigureCodeNumber: n }) => n >= sumFrom! && n <= last)
      expect(cents(amount)).toBe(summed.reduce((sum, line) => sum + cents(line.amount), 0n))
    }
    const { result } = await report(demo, 'profit-and-loss?year=2025')
    expect(sumLines[3]!.amount).toBe(result.startsWith('-') ? result.slice(1) : `-${result}`)
    const [assets, debts] = [sumLines[4]!, sumLines[5]!].map(({ amount }) => cents(amount))
    expect(assets! + debts!).toBe(cents(result))
    expect((await ask(demo, 'key-figures?year=2025&format=csv')).text).toContain('4,"Contribution margin",1,')
  })
})
