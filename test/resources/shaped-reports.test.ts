import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { ask, cents, report } from './report-books.ts'

let company: TestService
let demo: Client
beforeAll(async () => {
  company = await companyService()
  demo = await company.client({ agreement: COMPANY })
  const figures = [
    ['1010', '2025-01-01', '2025-12-31', '-100000.01', null],
    ['1010', '2026-01-10', '2026-02-20', '-5000.00', 1],
    ['2210', '2026-01-01', '2026-12-31', '7000.00', null],
  ]
  for (const [at, [account, from, to, amount, department]] of figures.entries()) {
    await company.database.rows(
      `INSERT INTO budget_figure (agreement, number, account_number, from_date, to_date, amount) VALUES ($1, $2, $3::int, $4, $5, $6)`,
      [COMPANY, 900_000 + at, account!, from!, to!, amount!],
    )
    if (department !== null) {
      await company.database.rows(
        `INSERT INTO budget_figure_dimension (agreement, budget_figure_number, dimension_number, dimension_key)
         SELECT $1, $2, 1, min(d.number) FROM department d WHERE d.agreement = $1`,
        [COMPANY, 900_000 + at],
      )
    }
  }
})
afterAll(() => company.stop())

interface Item {
  accountNumber: number | null
  name: string
  type: number | null
  month?: string
  departmentNumber?: number | null
  amount: string | null
  lastYear: string
  periodBefore: string
  budget: string
}
interface Cell {
  accountNumber: number
  periodNumber: number
  actual: string
  lastYear: string
  budget: string
}
type Report = { items: Item[]; result?: string; assets?: string; totals?: Record<string, string>[] }
const read = (query: string): Promise<Report> => report(demo, query)
/** Cents by account, of items that are asked for, without nothing. */
function amounts(items: readonly Item[], property: 'amount' | 'lastYear' | 'periodBefore' | 'budget' = 'amount') {
  const sums = new Map<number | null, bigint>()
  for (const item of items) {
    if (item[property] === null) continue
    sums.set(item.accountNumber, (sums.get(item.accountNumber) ?? 0n) + cents(item[property]))
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort(([one], [other]) => (one ?? 1e9) - (other ?? 1e9)))
}
const monthEnd = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
const monthBefore = (month: string, by = 1): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 - by, 1)).toISOString().slice(0, 7)

test('profit and loss by month: each is that of its days, beside the year and the month before', async () => {
  const [from, to] = ['2025-11-10', '2026-02-28']
  const divided = await read(`profit-and-loss?from=${from}&to=${to}&by=month&compare=lastYear,periodBefore`)
  expect(amounts(divided.items)).toEqual(amounts((await read(`profit-and-loss?from=${from}&to=${to}`)).items))
  const months = [...new Set(divided.items.map(({ month }) => month!))]
  expect(months).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  for (const month of months) {
    const own = divided.items.filter((item) => item.month === month)
    const first = month === '2025-11' ? from : `${month}-01`
    const plain = await read(`profit-and-loss?from=${first}&to=${monthEnd(month)}`)
    expect(amounts(own)).toEqual(amounts(plain.items))
    const totals = divided.totals!.filter((one) => one.month === month)
    expect(totals.map(({ of }) => of)).toEqual(['actual', 'lastYear', 'periodBefore'])
    expect(totals[0]).toMatchObject({ from: first, to: monthEnd(month), result: plain.result })
    const year = monthBefore(month, 12)
    const days = `from=${first.replace(month, year)}&to=${monthEnd(year)}`
    expect(amounts(own, 'lastYear')).toEqual(amounts((await read(`profit-and-loss?${days}`)).items))
    if (month === '2025-11') continue
    const before = monthBefore(month)
    const plainBefore = await read(`profit-and-loss?from=${before}-01&to=${monthEnd(before)}`)
    expect(amounts(own, 'periodBefore')).toEqual(amounts(plainBefore.items))
  }
  expect(divided.totals![2]).toMatchObject({ of: 'periodBefore', from: '2025-10-20', to: '2025-11-09' })
})

test('without a division it has all lines, with the amounts that it is compared with', async () => {
  const plain = await read('profit-and-loss?year=2026')
  const compared = await read('profit-and-loss?year=2026&compare=budget,lastYear')
  expect(compared.items.map(({ budget: _b, lastYear: _l, ...item }) => item)).toEqual(plain.items)
  const lastYear = await read('profit-and-loss?year=2025')
  expect(amounts(compared.items, 'lastYear')).toEqual(amounts(lastYear.items))
  const { items } = (await report(demo, 'budget-report?year=2026')) as { items: (Item & { periodNumber: number })[] }
  const isShown = (item: Item): boolean => plain.items.some(({ accountNumber }) => accountNumber === item.accountNumber)
  expect(amounts(compared.items, 'budget')).toEqual(amounts(items.filter(isShown), 'budget'))
  expect(compared.totals!.map(({ of, result }) => [of, result])).toMatchObject([
    ['actual', plain.result],
    ['budget', expect.anything()],
    ['lastYear', lastYear.result],
  ])
  // Whole periods have what the budget report says; days that meet add up.
  const monthly = await read('profit-and-loss?year=2026&by=month&compare=budget')
  expect(amounts(monthly.items, 'budget')).toEqual(amounts(compared.items, 'budget'))
  const [one, other] = [
    await read('profit-and-loss?from=2026-01-01&to=2026-01-17&compare=budget'),
    await read('profit-and-loss?from=2026-01-18&to=2026-12-31&compare=budget'),
  ]
  expect(amounts([...one.items, ...other.items], 'budget')).toEqual(amounts(compared.items, 'budget'))
})

test.each(['', '&asBooked=true'])('the balance sheet by month and department%s', async (booked) => {
  for (const date of ['2026-03-15', '2025-12-31']) {
    const months = await read(`balance-sheet?date=${date}&by=month&compare=lastYear,periodBefore${booked}`)
    for (const month of new Set(months.items.map((item) => item.month!))) {
      const own = months.items.filter((item) => item.month === month)
      const day = monthEnd(month) < date ? monthEnd(month) : date
      const plain = await read(`balance-sheet?date=${day}${booked}`)
      expect(amounts(own), `${month} ${booked}`).toEqual(amounts(plain.items))
      const [actual, lastYear, before] = months.totals!.filter((one) => one.month === month)
      const { assets, liabilities, result } = plain as unknown as Record<string, string>
      expect(actual).toMatchObject({ of: 'actual', date: day, assets, liabilities, result })
      const yearBefore = monthBefore(month, 12)
      const isEnd = day === monthEnd(month)
      expect(lastYear!.date).toBe(isEnd ? monthEnd(yearBefore) : `${yearBefore}${day.slice(7)}`)
      const earlier = await read(`balance-sheet?date=${before!.date}${booked}`)
      expect(before!.date).toBe(monthEnd(monthBefore(month)))
      expect(amounts(own, 'periodBefore')).toEqual(amounts(earlier.items))
    }
    const plain = await read(`balance-sheet?date=${date}${booked}`)
    const departments = await read(`balance-sheet?date=${date}&by=department${booked}`)
    expect(amounts(departments.items)).toEqual(amounts(plain.items))
    const { assets, liabilities, result } = plain as unknown as Record<string, string>
    const sumOf = (name: string): bigint => departments.totals!.reduce((sum, one) => sum + cents(one[name]!), 0n)
    expect(sumOf('result')).toBe(cents(result!))
    expect(sumOf('assets') + sumOf('liabilities')).toBe(cents(assets!) + cents(liabilities!))
  }
})

test('profit and loss by department: what each has moved, as the totals of the dimension say; budgets too', async () => {
  const divided = await read('profit-and-loss?year=2026&by=department&compare=budget')
  const plain = await read('profit-and-loss?year=2026&compare=budget')
  expect(amounts(divided.items)).toEqual(amounts(plain.items))
  expect(amounts(divided.items, 'budget')).toEqual(amounts(plain.items, 'budget'))
  const { items } = await report(demo, 'dimension-totals?dimensionNumber=1&year=2026')
  const moved = new Map<string, bigint>()
  for (const { accountNumber, dimensionKey, debit, credit } of items) {
    const amount = cents(debit) - cents(credit)
    if (amount !== 0n) moved.set(`${accountNumber} ${dimensionKey}`, amount)
  }
  const own = divided.items.filter(({ type, amount }) => type === 1 && cents(amount!) !== 0n)
  expect(own.length).toBeGreaterThan(5)
  for (const { accountNumber, departmentNumber, amount } of own)
    expect(cents(amount!)).toBe(moved.get(`${accountNumber} ${departmentNumber}`))
  expect(new Set(divided.items.map((item) => item.departmentNumber)).size).toBeGreaterThan(1)
  expect(divided.items.some((item) => item.departmentNumber !== null && cents(item.budget) !== 0n)).toBe(true)
})

test('the budget report of a department has what the profit and loss by department has, by period, quarter and year', async () => {
  const all = 'profit-and-loss?year=2026&by=department&compare=lastYear,budget'
  const { items } = await read(all)
  const departments = [...new Set(items.map(({ departmentNumber }) => departmentNumber!))].filter((one) => one !== null)
  expect(departments.length).toBeGreaterThan(1)
  for (const department of departments) {
    const of = (by: string): Promise<{ items: Cell[] }> =>
      report(demo, `budget-report?year=2026&departmentNumber=${department}${by}`)
    const own = items.filter((one) => one.departmentNumber === department)
    const [year, quarters, periods] = await Promise.all([of('&by=year'), of('&by=quarter'), of('')])
    const sums = (cells: readonly Cell[], name: 'actual' | 'lastYear' | 'budget'): Map<number | null, bigint> =>
      amounts(
        cells
          .filter(({ accountNumber }) => own.some((one) => one.accountNumber === accountNumber))
          .map((cell) => ({ ...cell, amount: cell[name] }) as unknown as Item),
      )
    for (const { items: cells } of [year, quarters, periods]) {
      expect(sums(cells, 'actual')).toEqual(amounts(own))
      expect(sums(cells, 'lastYear')).toEqual(amounts(own, 'lastYear'))
      expect(sums(cells, 'budget')).toEqual(amounts(own, 'budget'))
    }
  }
  const [cell] = (await report(demo, `budget-report?year=2026&departmentNumber=${departments[0]!}`)).items.filter(
    (one: Cell) => cents(one.actual) !== 0n,
  )
  const figure = `${cell.periodNumber}/${cell.accountNumber}.actual`
  const explained = await report(demo, `budget-report?year=2026&departmentNumber=${departments[0]!}&explain=${figure}`)
  expect(explained.explainedAmount).toBe(cell.actual)
})

test.each([
  ['2025-01-01', '2025-12-31'],
  ['2025-03-10', '2026-10-31'],
])(
  'months of %s to %s are unusual by the middle of the others, with the account that is farthest off',
  async (from, to) => {
    const days = `from=${from}&to=${to}`
    const byMonth = (await read(`profit-and-loss?${days}&by=month`)).items.filter(({ type }) => type === 1)
    const amountOf = (month: string, account?: number): bigint =>
      byMonth
        .filter((one) => one.month === month && (account === undefined || one.accountNumber === account))
        .reduce((sum, { amount }) => sum + cents(amount!), 0n)
    const months = [...new Set(byMonth.map(({ month }) => month!))].sort().filter((month) => amountOf(month) !== 0n)
    const accounts = [...new Set(byMonth.map(({ accountNumber }) => accountNumber!))].sort((a, b) => a - b)
    const middle = (amounts: bigint[]): bigint =>
      amounts.toSorted((a, b) => (a < b ? -1 : 1))[Math.ceil(amounts.length / 2) - 1]!
    const expected = months.flatMap((month) => {
      const others = months.filter((other) => other !== month)
      const [result, usual] = [-amountOf(month), middle(others.map((other) => -amountOf(other)))]
      const times = Number(result) / Number(usual)
      if (times < 2 && times >= 1 / 3) return []
      const far = accounts.map((account) => {
        const amount = amountOf(month, account)
        const usualAmount = middle(others.map((other) => amountOf(other, account)))
        return { account, amount, usualAmount, by: (amount - usualAmount) * (usual > result ? 1n : -1n) }
      })
      const { account, amount, usualAmount } = far.reduce((most, one) => (one.by > most.by ? one : most))
      return [[month, result, usual, result - usual, account, amount, usualAmount]]
    })
    const { items } = (await report(demo, `unusual-months?${days}`)) as { items: Record<string, string>[] }
    expect(
      items.map((one) => [
        one.month,
        ...[one.result, one.usual, one.difference].map((amount) => cents(amount!)),
        one.accountNumber,
        ...[one.amount, one.usualAmount].map((amount) => cents(amount!)),
      ]),
    ).toEqual(expected)
    expect(items.length).toBeGreaterThan(0)
    // Three others are needed to know what is usual.
    expect((await report(demo, 'unusual-months?from=2025-01-01&to=2025-03-31')).items).toEqual([])
  },
)

test('a budget of the balance sheet begins with the balances of the year', async () => {
  const sheet = await read('balance-sheet?date=2026-06-30&compare=budget')
  const begin = await read('balance-sheet?date=2025-12-31')
  const result = await read('profit-and-loss?from=2026-01-01&to=2026-06-30&compare=budget')
  const of = (items: Item[], number: number | null, property: 'amount' | 'budget'): bigint =>
    cents(items.find(({ accountNumber }) => accountNumber === number)![property]!)
  expect(of(sheet.items, 5820, 'budget')).toBe(of(begin.items, 5820, 'amount'))
  const told = result.totals!.find((one) => one.of === 'budget')!
  expect(of(sheet.items, null, 'budget')).toBe(-cents(told.result!))
})

test('what cannot be asked for is refused', async () => {
  const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, `profit-and-loss?${query}`))
  expect(await fault('year=2026&by=week')).toEqual([400, 'QueryParameterInvalid', 'by'])
  expect(await fault('year=2026&compare=lastYear,plan')).toEqual([400, 'QueryParameterInvalid', 'compare'])
  expect(await fault('year=2026&compare=budget,budget')).toEqual([400, 'QueryParameterInvalid', 'compare'])
  expect((await ask(demo, 'profit-and-loss?from=1991-01-31&to=1995-12-01&by=month')).status).toBe(200)
  expect(await fault('from=1991-01-31&to=1996-01-01&by=month')).toEqual([400, 'QueryParameterInvalid', 'to'])
  expect(await fault('year=1999&by=month')).toEqual([400, 'QueryParameterInvalid', 'year'])
})
