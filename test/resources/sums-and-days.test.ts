import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { ask, cents, report } from './report-books.ts'

let service: TestService
let company: Client
let chart: Account[]
beforeAll(async () => {
  service = await companyService()
  company = await service.client({ agreement: COMPANY })
  chart = (await company.get('/accountsapi/v7.0.1/Accounts?pageSize=1000')).json.items as Account[]
})
afterAll(() => service.stop())

interface Account {
  number: number
  name: string
  type: number
  totalFromAccountNumber?: number | null
  totalIntervals?: string | null
}

interface Line {
  accountNumber: number
  name: string
  openingBalance: string
  debit: string
  credit: string
  closingBalance: string
  movement: string
}

const FIGURES = ['openingBalance', 'debit', 'credit', 'closingBalance', 'movement'] as const
const RANGES = [
  ['2025-01-01', '2025-12-31'],
  ['2025-02-10', '2025-04-10'],
  ['2026-01-01', '2026-01-31'],
  ['2025-11-15', '2026-02-14'],
] as const

describe('the trial balance', () => {
  test.each(RANGES)('of %s to %s names its accounts, and has the sums of the chart', async (from, to) => {
    const { items, sums } = (await report(company, `trial-balance?from=${from}&to=${to}`)) as {
      items: Line[]
      sums: Line[]
    }
    const names = new Map(chart.map(({ number, name }) => [number, name]))
    for (const { accountNumber, name } of [...items, ...sums]) expect(name).toBe(names.get(accountNumber))
    for (const { movement, debit, credit } of items) expect(cents(movement)).toBe(cents(debit) - cents(credit))
    const summed = chart.filter(({ type }) => type === 3 || type === 6)
    expect(sums.map(({ accountNumber }) => accountNumber)).toEqual(summed.map(({ number }) => number))
    for (const [at, account] of summed.entries()) {
      const within = items.filter(({ accountNumber }) => addsUp(account, accountNumber))
      for (const figure of FIGURES) {
        const expected = within.reduce((sum, line) => sum + cents(line[figure]), 0n)
        expect([account.number, figure, cents(sums[at]![figure])]).toEqual([account.number, figure, expected])
      }
    }
    expect(summed.length).toBeGreaterThan(5)
  })
})

/** Whether a sum of the chart adds an account up. */
function addsUp({ number, type, totalFromAccountNumber, totalIntervals }: Account, account: number): boolean {
  if (type === 6) {
    return [...(totalIntervals ?? '').matchAll(/(\d+)\.\.(\d+)/g)].some(
      ([, low, high]) => account >= Number(low) && account <= Number(high),
    )
  }
  const heading = chart.findLast((one) => one.type === 5 && one.number < number)?.number
  const first = totalFromAccountNumber ?? heading
  return first !== undefined && account >= first && account <= number
}

interface Day {
  date: string
  debit: string
  credit: string
  balance: string
}

interface Entry {
  accountNumber: number
  date: string
  amountInBaseCurrency: string
}

test.each(RANGES)(
  'the ledger of %s to %s says what moved on an account in all, whatever the page',
  async (from, to) => {
    const { items } = (await report(company, `trial-balance?from=${from}&to=${to}`)) as { items: Line[] }
    const ledger = await ask(company, `account-ledger?accountFrom=1000&accountTo=9999&from=${from}&to=${to}`)
    const moved = (lines: Line[]) => lines.map(({ accountNumber, movement }) => [accountNumber, Number(movement)])
    const told = new Set((ledger.json.accounts as Line[]).map(({ accountNumber }) => accountNumber))
    expect(moved(ledger.json.accounts as Line[])).toEqual(
      moved(items.filter(({ accountNumber }) => told.has(accountNumber))),
    )
    expect(told.size).toBeGreaterThan(10)
  },
)

describe('balances by day', () => {
  /** The entries of an interval of accounts, page by page. */
  async function entriesOf(accounts: string, from: string, to: string): Promise<Entry[]> {
    const found: Entry[] = []
    for (let cursor = ''; ;) {
      const page = await ask(company, `account-ledger?${accounts}&from=${from}&to=${to}${cursor}`)
      found.push(...(page.json.items as Entry[]))
      if (page.json.cursor === undefined) return found
      cursor = `&cursor=${page.json.cursor}`
    }
  }

  test.each([
    ['account=5820', '2025-02-10', '2025-04-10'],
    ['account=5820', '2025-11-15', '2026-02-14'],
    ['accountFrom=5500&accountTo=5999', '2025-01-01', '2025-12-31'],
    ['account=1010', '2026-01-01', '2026-12-31'],
  ])('of %s from %s to %s are what the entries come to', async (accounts, from, to) => {
    const balance = (await report(company, `trial-balance?from=${from}&to=${to}`)) as { items: Line[] }
    const [, low, high = low] = /=(\d+)(?:&accountTo=(\d+))?/.exec(accounts)!
    const within = balance.items.filter(
      ({ accountNumber }) => accountNumber >= Number(low) && accountNumber <= Number(high),
    )
    const told = (await report(company, `daily-balances?${accounts}&from=${from}&to=${to}`)) as {
      openingBalance: string
      closingBalance: string
      items: Day[]
    }
    const total = (figure: (typeof FIGURES)[number]): bigint =>
      within.reduce((sum, line) => sum + cents(line[figure]), 0n)
    expect([cents(told.openingBalance), cents(told.closingBalance)]).toEqual([
      total('openingBalance'),
      total('closingBalance'),
    ])
    const entries = await entriesOf(accounts, from, to)
    let running = total('openingBalance')
    const expected = [...new Set(entries.map(({ date }) => date))].sort().map((date) => {
      const amounts = entries
        .filter((one) => one.date === date)
        .map((one) => cents(Number(one.amountInBaseCurrency).toFixed(2)))
      running += amounts.reduce((sum, amount) => sum + amount, 0n)
      return [date, running]
    })
    expect(told.items.map(({ date, balance: at }) => [date, cents(at)])).toEqual(expected)
    for (const { debit, credit } of told.items) expect(cents(debit) >= 0n && cents(credit) >= 0n).toBe(true)
  })

  test('are refused as the ledger is, and written as CSV', async () => {
    const days = 'from=2026-01-01&to=2026-01-31'
    expect(codeOf(await ask(company, `daily-balances?${days}`))).toEqual([400, 'QueryParameterRequired', 'account'])
    expect(codeOf(await ask(company, `daily-balances?account=999999&${days}`))).toEqual([
      400,
      'QueryParameterInvalid',
      'account',
    ])
    expect(codeOf(await ask(company, 'daily-balances?account=5820&year=1999'))).toEqual([
      400,
      'QueryParameterInvalid',
      'year',
    ])
    const { text } = await ask(company, `daily-balances?account=5820&${days}&format=csv`)
    expect(text.split('\r\n')[0]).toBe('date,debit,credit,balance')
  })
})

test('the budget report has only sums, or some periods, where that is asked for', async () => {
  interface Cell {
    accountNumber: number
    type: number
    periodNumber: number
  }
  const of = async (query: string): Promise<Cell[]> =>
    ((await report(company, `budget-report?year=2025${query}`)) as { items: Cell[] }).items
  const whole = await of('')
  expect(await of('&sumsOnly=true')).toEqual(whole.filter(({ type }) => type === 3 || type === 6))
  expect(await of('&periodFrom=3&periodTo=4')).toEqual(
    whole.filter(({ periodNumber }) => [3, 4].includes(periodNumber)),
  )
  expect(await of('&sumsOnly=true&periodTo=2')).toEqual(
    whole.filter(({ type, periodNumber }) => (type === 3 || type === 6) && periodNumber <= 2),
  )
  expect(whole.length).toBeGreaterThan(100)
  expect(codeOf(await ask(company, 'budget-report?year=2025&periodFrom=4&periodTo=3'))).toEqual([
    400,
    'QueryParameterInvalid',
    'periodTo',
  ])
})

test('the budget report adds up its periods by quarters or the year, of those that are asked for', async () => {
  const names = ['actual', 'budget', 'difference', 'lastYear'] as const
  type Cell = Record<(typeof names)[number] | 'lastYearDifference', string> &
    Record<'accountNumber' | 'type' | 'periodNumber' | 'periodTo', number>
  const of = async (query: string): Promise<Cell[]> =>
    ((await report(company, `budget-report?year=2025${query}`)) as { items: Cell[] }).items
  const periods = await of('')
  for (const [query, spans] of [
    [
      '&by=quarter',
      [
        [1, 3],
        [4, 6],
        [7, 9],
        [10, 12],
      ],
    ],
    [
      '&by=quarter&periodFrom=2&periodTo=7',
      [
        [2, 3],
        [4, 6],
        [7, 7],
      ],
    ],
    ['&by=year', [[1, 12]]],
    ['&by=year&periodTo=10&sumsOnly=true', [[1, 10]]],
    ['&by=year&periodFrom=13', []],
  ] as [string, [number, number][]][]) {
    const lines = periods.filter(
      ({ periodNumber, type }) => periodNumber === 1 && (!query.includes('sums') || type > 2),
    )
    const expected = lines.flatMap(({ accountNumber }) =>
      spans.map(([from, to]) => {
        const own = periods.filter((one) => one.accountNumber === accountNumber)
        const within = own.filter(({ periodNumber }) => periodNumber >= from && periodNumber <= to)
        const sum = (of: (one: Cell) => bigint): bigint => within.reduce((all, one) => all + of(one), 0n)
        return [
          ...[accountNumber, from, to],
          ...names.map((name) => sum((one) => cents(one[name]))),
          sum((one) => cents(one.actual) - cents(one.lastYear)),
        ]
      }),
    )
    const told = (await of(query)).map((one) => [
      ...[one.accountNumber, one.periodNumber, one.periodTo],
      ...[...names, 'lastYearDifference' as const].map((name) => cents(one[name])),
    ])
    expect(told, query).toEqual(expected)
  }
  expect(periods[0]).not.toHaveProperty('periodTo')
  expect(codeOf(await ask(company, 'budget-report?year=2025&by=month'))[0]).toBe(400)
})
