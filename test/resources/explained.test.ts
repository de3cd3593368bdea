import { beforeAll, expect, test } from 'vitest'
import { Chance, seedOf } from '../chance.ts'
import { isLong, runs } from '../long.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { randomBooks } from './explained-books.ts'
import { adds, figuresOf, type Part } from './explained-figures.ts'
import { ask, cents, report, REPORTS } from './report-books.ts'

/**
 * Random books whose reports are explained: `DAYBOOK_EXPLAINED` as many, `DAYBOOK_EXPLAINED_SEED` those of a seed
 * again.
 */
const WORLDS = runs(1, 20, process.env.DAYBOOK_EXPLAINED)
const SEED = seedOf('DAYBOOK_EXPLAINED_SEED')
/** Reports of each; in the long form all of their figures. */
const FIGURES = runs(14, 30)

let service: SharedService
let client: Client
const chance = new Chance(SEED)
beforeAll(async () => {
  service = await sharedService()
  client = await randomBooks(service, chance)
})

/** Reports of random days, divided and compared at random. */
function asked(chance: Chance): string {
  const day = (): string =>
    `202${chance.pick([5, 6])}-${chance.pick(['01', '03', '07', '10', '12'])}-${chance.pick(['01', '11', '28'])}`
  const [from, to] = [day(), day()].sort() as [string, string]
  const days = `from=${from}&to=${to}`
  const booked = chance.maybe(0.3) ? '&asBooked=true' : ''
  const shape = (): string => {
    const compared = chance.some(['lastYear', 'periodBefore', 'budget'], chance.int(0, 3)).join(',')
    return `${chance.pick(['', '&by=month', '&by=department'])}${compared === '' ? '' : `&compare=${compared}`}`
  }
  return chance.pick([
    () =>
      `trial-balance?${days}${booked}${chance.pick(['', '&departmentNumber=1'])}${chance.pick(['', '&compare=lastYear'])}`,
    () => `profit-and-loss?${days}${shape()}`,
    () => `balance-sheet?date=${to}${booked}${shape()}`,
    () => `key-figures?${days}`,
    () => `vat-statement?${days}`,
    () => `aged-${chance.pick(['customers', 'suppliers'])}?date=${to}`,
    () => `open-items?date=${to}`,
    () => `statements/${chance.pick(['customers/201', 'suppliers/501'])}?${days}`,
    () => `asset-register?date=${to}`,
    () => `daily-balances?${chance.pick(['account=5820', 'accountFrom=1000&accountTo=6999'])}&${days}${booked}`,
    () =>
      `budget-report?year=${from.slice(0, 4)}${chance.pick(['', '&by=quarter', '&by=year'])}${chance.pick(['', '&departmentNumber=1'])}`,
    () =>
      `dimension-totals?dimensionNumber=${chance.pick(['1', '2', '1&by=2', '2&by=1', '1&accountNumber=1310'])}&${days}`,
  ])()
}

interface Booked {
  entryNumber: number
  date: string
  amountInBaseCurrency: number
}
/** Every entry of the books by its number. */
async function ledgerOf(client: Client): Promise<Map<number, Booked>> {
  const entries: Booked[] = []
  for (let skip = 0; entries.length === 100 * skip; skip++) {
    const page = await client.get(`${REPORTS}/booked-entries/paged?pageSize=100&skipPages=${skip}`)
    entries.push(...(page.json as Booked[]))
  }
  return new Map(entries.map((entry) => [entry.entryNumber, entry]))
}

/** Entries of an explanation are those of the ledger, none gives more than it is, and none is of later days. */
function areBooked(parts: readonly Part[], ledger: ReadonlyMap<number, Booked>, query: string): void {
  const last = /(?:to|date)=([\d-]+)/.exec(query)?.[1] ?? `${query.slice(-4)}-12-31`
  for (const { entryNumber, date, amountInBaseCurrency, part } of parts) {
    if (entryNumber === null) continue
    const entry = ledger.get(entryNumber)!
    const own = entry.amountInBaseCurrency.toFixed(2)
    expect([date, amountInBaseCurrency], query).toEqual([entry.date.slice(0, 10), own])
    expect(date <= last, `${query}: ${date}`).toBe(true)
    const size = (cent: bigint): bigint => (cent < 0n ? -cent : cent)
    expect(size(cents(part)) <= size(cents(own)), `${query}: ${part} of ${own}`).toBe(true)
  }
}

test(`figures are what is behind them adds up to, in random books (DAYBOOK_EXPLAINED_SEED=${SEED})`, async () => {
  for (let world = 0; world < WORLDS; world++) {
    const seed = SEED + world
    const own = world === 0 ? chance : new Chance(seed)
    const books = world === 0 ? client : await randomBooks(service, own)
    const ledger = await ledgerOf(books)
    for (let at = 0; at < FIGURES; at++) {
      const query = asked(own)
      const all = figuresOf(query, await report(books, query))
      const some = all.filter(([, amount]) => cents(amount) !== 0n)
      const chosen = isLong ? all : [own.pick(all), ...(some.length > 0 ? [own.pick(some)] : [])]
      for (const [figure, amount] of chosen) {
        try {
          areBooked((await adds(books, query, figure, amount)).explained, ledger, query)
        } catch (error) {
          throw new Error(`DAYBOOK_EXPLAINED_SEED=${seed}: ${(error as Error).stack}`)
        }
      }
    }
  }
})

test('entries are those of the ledger; results of open years count on the account of the result', async () => {
  const query = 'trial-balance?from=2026-02-01&to=2026-12-31'
  const { items, provisional } = await report(client, query)
  const lineOf = (number: number): Record<string, string> =>
    items.find(({ accountNumber }: { accountNumber: number }) => accountNumber === number)
  const told = await adds(client, query, '1010.credit', lineOf(1010).credit!)
  const entries = await service.database.rows<{ number: number; amount: string }>(
    `SELECT e.entry_number AS number, e.amount_in_base_currency AS amount FROM booked_entry e
     WHERE e.agreement = $1 AND e.account_number = 1010
       AND e.date BETWEEN '2026-02-01' AND '2026-12-31' AND e.amount_in_base_currency < 0
     ORDER BY e.entry_number`,
    [client.agreement],
  )
  expect(told.explained.map(({ entryNumber }) => entryNumber)).toEqual(entries.map(({ number }) => number))
  expect(told.explained.map(({ amountInBaseCurrency }) => amountInBaseCurrency)).toEqual(
    entries.map(({ amount }) => amount),
  )
  const [year] = await service.database.rows<{ isClosed: boolean }>(
    `SELECT y.is_closed AS "isClosed" FROM accounting_year y WHERE y.agreement = $1 AND y.year = '2025'`,
    [client.agreement],
  )
  expect(provisional === undefined).toBe(year!.isClosed)
  const result = await adds(client, query, '6500.openingBalance', lineOf(6500).openingBalance!)
  expect(new Set(result.explained.map((one) => one.accountNumber))).toEqual(new Set([6500]))
})

test('in CSV the entries alone; what cannot be explained is refused', async () => {
  const { status, text } = await ask(client, 'profit-and-loss?year=2026&explain=1010.amount&format=csv')
  const json = (await report(client, 'profit-and-loss?year=2026&explain=1010.amount')) as { explained: Part[] }
  expect(status).toBe(200)
  const [header, ...lines] = text.split('\r\n')
  expect(header!.split(',')).toEqual(Object.keys(json.explained[0]!))
  expect(lines).toHaveLength(json.explained.length + 1)
  const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(client, query))
  const wrong = [400, 'QueryParameterInvalid', 'explain']
  for (const figure of ['1010.vat', 'total', '1010', '999999.amount', 'x.amount', '1010.result', '.amount'])
    expect(await fault(`profit-and-loss?from=2026-01-01&to=2026-01-31&explain=${figure}`), figure).toEqual(wrong)
  for (const figure of [
    'result',
    'result.amount',
    '2026-04/result.amount',
    '2026-01/result.lastYear',
    '2026-01/9.amount',
  ])
    expect(await fault(`profit-and-loss?from=2026-01-01&to=2026-03-31&by=month&explain=${figure}`), figure).toEqual(
      wrong,
    )
  for (const [query, figure] of [
    ['dimension-totals?dimensionNumber=1&from=2026-01-01&to=2026-12-31', '1010.debit'],
    ['dimension-totals?dimensionNumber=1&from=2026-01-01&to=2026-12-31', '9/1010.debit'],
    ['daily-balances?account=5820&from=2026-01-01&to=2026-12-31', '2025-01-01.debit'],
    ['asset-register?date=2026-01-01', '99.cost'],
    ['open-items?date=2026-12-31', 'x.remainderInBaseCurrency'],
    ['open-items?date=2026-12-31', '9999999999.remainderInBaseCurrency'],
    ['statements/customers/201?from=2026-01-01&to=2026-12-31', '99999.balanceInBaseCurrency'],
    ['balance-sheet?date=2026-01-31&compare=lastYear', 'liabilities.budget'],
  ])
    expect(await fault(`${query}&explain=${figure}`), query).toEqual(wrong)
  expect(await fault('budget-report?year=2026&explain=13/1010.budget')).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(await fault('profit-and-loss?year=1999&explain=result')).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(await fault('profit-and-loss?year=2026&explainAfter=1')).toEqual([400, 'QueryParameterRequired', 'explain'])
})
