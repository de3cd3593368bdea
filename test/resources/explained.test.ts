import { afterAll, beforeAll, expect, test } from 'vitest'
import { Chance } from '../chance.ts'
import { COMPANY } from '../database/harness.ts'
import { runs } from '../long.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { ask, cents, report } from './report-books.ts'

/**
 * Figures of the demo company that are explained: `DAYBOOK_EXPLAINED` as many, `DAYBOOK_EXPLAINED_SEED` those of a seed
 * again.
 */
const FIGURES = runs(8, 400, process.env.DAYBOOK_EXPLAINED)
const SEED = Number(process.env.DAYBOOK_EXPLAINED_SEED ?? Date.now() % 1_000_000)

let company: TestService
let demo: Client
beforeAll(async () => {
  company = await companyService()
  demo = await company.client({ agreement: COMPANY })
})
afterAll(() => company.stop())

interface Part {
  entryNumber: number
  accountNumber: number
  amountInBaseCurrency: string
  part: string
}
interface Explained {
  explainedAmount: string
  explainedAccounts: { accountNumber: number; amount: string }[]
  explained: Part[]
  explainedNext?: number
}

const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => string): bigint =>
  rows.reduce((sum, row) => sum + cents(amount(row)), 0n)

/** A figure explained, with the entries of all pages. */
async function explainedBy(query: string, figure: string): Promise<Explained> {
  const first = (await report(demo, `${query}&explain=${figure}`)) as Explained
  let page = first
  while (page.explainedNext !== undefined) {
    page = await report(demo, `${query}&explain=${figure}&explainAfter=${page.explainedNext}`)
    first.explained.push(...page.explained)
  }
  return first
}

/** The parts add up to the figure, in all and by account; each is that of an entry, which counts once. */
async function adds(query: string, figure: string, expected: string): Promise<Explained> {
  const told = await explainedBy(query, figure)
  const what = `${query} ${figure}, seed ${SEED}`
  expect(told.explainedAmount, what).toBe(expected)
  expect(
    sumOf(told.explained, ({ part }) => part),
    what,
  ).toBe(cents(expected))
  expect(
    sumOf(told.explainedAccounts, ({ amount }) => amount),
    what,
  ).toBe(cents(expected))
  expect(new Set(told.explained.map(({ entryNumber }) => entryNumber)).size, what).toBe(told.explained.length)
  return told
}

const AGES = ['notDue', 'overdue1To30', 'overdue31To60', 'overdue61To90', 'overdueOver90', 'total']

interface Line {
  accountNumber: number | null
  customerNumber?: number
  supplierNumber?: number
  vatCode?: string
  keyFigureCodeNumber: number
  sumFrom: number | null
  [column: string]: unknown
}

/** All figures of a report that stand in lines, and at its end: how they are asked for, and what they are. */
function figuresOf(path: string, answer: Record<string, unknown>): [figure: string, amount: string][] {
  const lines = [...(answer.items as Line[]), ...((answer.sums ?? []) as Line[])]
  const columns = [
    'openingBalance',
    'debit',
    'credit',
    'closingBalance',
    'amount',
    ...AGES,
    'base',
    'tax',
    'reverseChargeTax',
  ]
  const inLines = lines.flatMap((line): [string, string][] => {
    if (line.accountNumber === null || columns.every((column) => typeof line[column] !== 'string')) return []
    const number =
      line.accountNumber ?? line.customerNumber ?? line.supplierNumber ?? line.vatCode ?? line.keyFigureCodeNumber
    return columns
      .filter((column) => typeof line[column] === 'string')
      .map((column) => [`${number}.${(line.sumFrom ?? null) === null ? column : 'sum'}`, line[column] as string])
  })
  const ends = {
    'trial-balance': ['totalDebit', 'totalCredit'],
    'profit-and-loss': ['result'],
    'balance-sheet': ['assets', 'liabilities', 'result'],
    'aged-customers': AGES,
    'aged-suppliers': AGES,
    'vat-statement': ['salesTax', 'purchaseTax', 'reverseChargeTax', 'payable'],
  }
  return [
    ...inLines,
    ...((ends as Record<string, string[]>)[path] ?? []).map((name): [string, string] => [name, answer[name] as string]),
  ]
}

const OF_ACCOUNTS = ['trial-balance', 'balance-sheet']
const OF_DAYS = ['aged-customers', 'aged-suppliers']

test(`${FIGURES} figures are what the entries behind them add up to`, async () => {
  const chance = new Chance(SEED)
  const day = (): string =>
    `202${chance.pick([5, 6])}-${chance.pick(['01', '03', '07', '10', '12'])}-${chance.pick(['01', '11', '28'])}`
  for (let at = 0; at < FIGURES; at++) {
    const path = chance.pick([...OF_ACCOUNTS, ...OF_DAYS, 'profit-and-loss', 'key-figures', 'vat-statement'])
    const [from, to] = [day(), day()].sort() as [string, string]
    const booked = OF_ACCOUNTS.includes(path) && chance.maybe(0.3) ? '&asBooked=true' : ''
    const query = `${path}?${OF_DAYS.includes(path) || path === 'balance-sheet' ? `date=${to}` : `from=${from}&to=${to}`}${booked}`
    const all = figuresOf(path, await report(demo, query))
    const some = all.filter(([, amount]) => cents(amount) !== 0n)
    for (const [figure, amount] of [chance.pick(all), ...(some.length > 0 ? [chance.pick(some)] : [])])
      await adds(query, figure, amount)
  }
})

test('entries are those of the ledger; results of open years count on the account of the result', async () => {
  const query = 'trial-balance?from=2026-02-01&to=2026-03-31'
  const { items, provisional } = await report(demo, query)
  const line = items.find(({ accountNumber }: Line) => accountNumber === 1010)
  const told = await adds(query, '1010.credit', line.credit)
  const entries = await company.database.rows<{ number: number; amount: string }>(
    `SELECT e.entry_number AS number, e.amount_in_base_currency AS amount FROM booked_entry e
     WHERE e.agreement = $1 AND e.account_number = 1010 AND e.date BETWEEN '2026-02-01' AND '2026-03-31' AND e.amount_in_base_currency < 0
     ORDER BY e.entry_number`,
    [COMPANY],
  )
  expect(told.explained.map(({ entryNumber }) => entryNumber)).toEqual(entries.map(({ number }) => number))
  expect(told.explained.map(({ amountInBaseCurrency }) => amountInBaseCurrency)).toEqual(
    entries.map(({ amount }) => amount),
  )
  const [{ accountNumber }] = provisional
  const opening = items.find((item: Line) => item.accountNumber === accountNumber).openingBalance
  const result = await adds(query, `${accountNumber}.openingBalance`, opening)
  expect(new Set(result.explained.map((one) => one.accountNumber))).toEqual(new Set([accountNumber]))
})

test('in CSV the entries alone; what cannot be explained is refused', async () => {
  const { status, text } = await ask(demo, 'profit-and-loss?year=2026&explain=1010.amount&format=csv')
  const json = (await report(demo, 'profit-and-loss?year=2026&explain=1010.amount')) as Explained
  expect(status).toBe(200)
  const [header, ...lines] = text.split('\r\n')
  expect(header!.split(',')).toEqual(Object.keys(json.explained[0]!))
  expect(lines).toHaveLength(json.explained.length + 1)
  const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, query))
  const wrong = [400, 'QueryParameterInvalid', 'explain']
  for (const figure of ['1010.vat', 'total', '1010', '999999.amount', 'x.amount', '1010.result', '.amount'])
    expect(await fault(`profit-and-loss?from=2026-01-01&to=2026-01-31&explain=${figure}`), figure).toEqual(wrong)
  expect(await fault('profit-and-loss?year=1999&explain=result')).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(await fault('profit-and-loss?year=2026&explain=result&by=month')).toEqual(wrong)
  expect(await fault('profit-and-loss?year=2026&explainAfter=1')).toEqual([400, 'QueryParameterRequired', 'explain'])
})
