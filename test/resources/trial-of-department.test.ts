import { beforeAll, expect, test } from 'vitest'
import { Chance, seedOf } from '../chance.ts'
import { runs } from '../long.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { randomBooks } from './explained-books.ts'
import { ask, cents, report } from './report-books.ts'

/** Trial balances that are compared with a sum over the entries; `DAYBOOK_TRIAL_SEED` those of a seed again. */
const MANY = runs(8, 60)
const SEED = seedOf('DAYBOOK_TRIAL_SEED')

let service: SharedService
let client: Client
let naive: Naive
const chance = new Chance(SEED)
beforeAll(async () => {
  service = await sharedService()
  client = await randomBooks(service, chance)
  naive = await naiveBooks()
})

interface Entry extends Record<string, unknown> {
  account: number
  date: string
  type: number
  year: string
  amount: string
  key: number | null
}
interface Year {
  year: string
  first: string
  last: string
  isClosed: boolean
}
/** What the books are made of, as rows: whatever is added up is added up here. */
interface Naive {
  entries: readonly Entry[]
  years: readonly Year[]
  results: ReadonlySet<number>
  result: number
  parts: ReadonlyMap<number, { value: number; percent: string }[]>
}

const rows = <Row extends Record<string, unknown>>(statement: string): Promise<Row[]> =>
  service.database.rows<Row>(statement, [client.agreement])

async function naiveBooks(): Promise<Naive> {
  const changed = await rows<{ entry: number; key: number | null }>(
    'SELECT entry_number AS entry, dimension_key AS key FROM changed_dimension WHERE agreement = $1 AND dimension_number = 1',
  )
  const booked = await rows<Entry & { entry: number; distribution: number | null }>(
    `SELECT entry_number AS entry, account_number AS account, date::text, type, accounting_year AS year,
       amount_in_base_currency::text AS amount, department_number AS key,
       departmental_distribution_number AS distribution FROM booked_entry WHERE agreement = $1`,
  )
  const parts = new Map<number, { value: number; percent: string }[]>()
  const shares = await rows<{ of: number; value: number; percent: string }>(
    `SELECT distribution_number AS of, value_number AS value, percent::text FROM distribution_part
     WHERE agreement = $1 AND dimension_number = 1 ORDER BY place`,
  )
  for (const { of, ...part } of shares) parts.set(of, [...(parts.get(of) ?? []), part])
  const [{ result }] = (await rows<{ result: number }>(
    `SELECT account_number AS result FROM system_account WHERE agreement = $1 AND purpose = 'result'`,
  )) as [{ result: number }]
  const chart = await rows<{ number: number }>('SELECT number FROM account WHERE agreement = $1 AND type = 1')
  return {
    entries: booked.map(({ entry, distribution, ...one }) => {
      const change = changed.find((other) => other.entry === entry)
      return { ...one, key: change ? change.key : (one.key ?? distribution) }
    }),
    years: await rows<{ year: string; first: string; last: string; isClosed: boolean }>(
      `SELECT year, date_from::text AS first, date_to::text AS last, is_closed AS "isClosed" FROM accounting_year
       WHERE agreement = $1 ORDER BY date_from`,
    ),
    results: new Set(chart.map(({ number }) => number)),
    result,
    parts,
  }
}

/** So many per cent of cents, rounded half away from zero; a percentage has four decimals at most. */
function shareOf(amount: bigint, percent: string): bigint {
  const [whole = '', part = ''] = percent.split('.')
  const scaled = amount * BigInt(whole + part.padEnd(4, '0').slice(0, 4))
  const half = scaled < 0n ? -500_000n : 500_000n
  return (scaled + half) / 1_000_000n
}

/** What a department has of an entry; all of it where none is asked for. */
function ownOf({ key, amount }: Entry, department: number | undefined): bigint {
  const whole = cents(amount)
  if (department === undefined) return whole
  const parts = key === null ? undefined : naive.parts.get(key)
  if (!parts) return key === department ? whole : 0n
  let left = whole
  for (const [at, { value, percent }] of parts.entries()) {
    const share = at === parts.length - 1 ? left : shareOf(whole, percent)
    if (value === department) return share
    left -= share
  }
  return 0n
}

/** Opening, debit, credit and closing by account, as the trial balance counts them. */
function summed(
  from: string,
  to: string,
  { department, asBooked = false }: { department?: number; asBooked?: boolean },
) {
  const { entries, years, results, result } = naive
  const opens = (year: string): boolean => entries.some((one) => one.year === year && [7, 8].includes(one.type))
  const begun = years.findLast(
    (one, at) => one.first <= from && ((at > 0 && years[at - 1]!.isClosed) || opens(one.year)),
  )
  const before = years[0]!.first >= from && years[0]!.first <= to ? years[0] : undefined
  const begin = begun ?? before
  const own = years.find(({ first, last }) => first <= from && first <= to && to <= last)
  const sums = new Map<number, { opening: bigint; debit: bigint; credit: bigint }>()
  for (const entry of entries) {
    const isOpening = [7, 8].includes(entry.type)
    if (entry.date > to || (begin && entry.date < begin.first) || (isOpening && entry.year !== begin?.year)) continue
    const isBefore = isOpening || entry.date < from
    const isGone = !asBooked && own && entry.date < own.first && results.has(entry.account) && entry.account !== result
    const account = isGone ? result : entry.account
    const sum = sums.get(account) ?? { opening: 0n, debit: 0n, credit: 0n }
    const amount = ownOf(entry, department)
    if (isBefore) sum.opening += amount
    else if (amount >= 0n) sum.debit += amount
    else sum.credit -= amount
    sums.set(account, sum)
  }
  return sums
}

interface Item extends Record<string, string | number> {
  accountNumber: number
}
const NOTHING = { opening: 0n, debit: 0n, credit: 0n }

const day = (): string => new Date(Date.UTC(2025, 0, 1 + chance.int(0, 729))).toISOString().slice(0, 10)

test(`of a department, all or nothing is what its entries add up to, beside other days too (seed ${SEED})`, async () => {
  for (let run = 0; run < MANY; run++) {
    const [from, to] = [day(), day()].sort() as [string, string]
    const [other, until] = [day(), day()].sort() as [string, string]
    const department = chance.pick([undefined, 1, 2, 3])
    const asBooked = chance.maybe(0.4)
    const asked = `${department === undefined ? '' : `&departmentNumber=${department}`}${asBooked ? '&asBooked=true' : ''}`
    const query = `trial-balance?from=${from}&to=${to}${asked}&compare=${other}..${until}`
    const { items, totalDebit, totalCredit, comparedFrom, comparedTo, provisional } = await report(client, query)
    expect([comparedFrom, comparedTo]).toEqual([other, until])
    const how = { asBooked, ...(department !== undefined && { department }) }
    const [own, compared] = [summed(from, to, how), summed(other, until, how)]
    for (const item of items as Item[]) {
      const { opening, debit, credit } = own.get(item.accountNumber) ?? NOTHING
      const beside = compared.get(item.accountNumber) ?? NOTHING
      const [moved, closing] = [debit - credit, opening + debit - credit]
      const [otherMoved, otherClosing] = [beside.debit - beside.credit, beside.opening + beside.debit - beside.credit]
      const expected = {
        ...{ openingBalance: opening, debit, credit, closingBalance: closing, movement: moved },
        ...{ comparedMovement: otherMoved, movementDifference: moved - otherMoved },
        ...{ comparedClosingBalance: otherClosing, closingDifference: closing - otherClosing },
      }
      const told = Object.fromEntries(Object.keys(expected).map((name) => [name, cents(String(item[name]))]))
      expect(told, `${query} ${item.accountNumber}`).toEqual(expected)
    }
    const listed = new Set((items as Item[]).map(({ accountNumber }) => accountNumber))
    for (const [account, { opening, debit, credit }] of [...own, ...compared])
      expect(listed.has(account) || (opening === 0n && debit === 0n && credit === 0n), `${query} ${account}`).toBe(true)
    const all = [...own.values()]
    expect(cents(totalDebit)).toBe(all.reduce((sum, { debit }) => sum + debit, 0n))
    expect(cents(totalCredit)).toBe(all.reduce((sum, { credit }) => sum + credit, 0n))
    // What is there of years before is what stands there less what was booked there.
    const moved = (own.get(naive.result) ?? NOTHING).opening
    const booked = (summed(from, to, { ...how, asBooked: true }).get(naive.result) ?? NOTHING).opening
    expect(cents(provisional?.[0]?.amount ?? '0.00'), query).toBe(moved - booked)
  }
})

test('departments and what is of none come to the trial balance of all; sums of the chart add up their accounts', async () => {
  const query = 'trial-balance?from=2026-02-01&to=2026-08-31&asBooked=true'
  const totals = await report(client, 'dimension-totals?dimensionNumber=1&from=2026-02-01&to=2026-08-31')
  for (const department of [1, 2, 3]) {
    const { items, sums } = await report(client, `${query}&departmentNumber=${department}`)
    const own = (items as Item[]).filter((one) =>
      [one.openingBalance, one.debit, one.credit].some((it) => it !== '0.00'),
    )
    const told = (totals.items as Item[]).filter(({ dimensionKey }) => dimensionKey === department)
    expect(
      own.map((one) => [one.accountNumber, one.openingBalance, one.debit, one.credit, one.closingBalance]),
    ).toEqual(told.map((one) => [one.accountNumber, one.openingBalance, one.debit, one.credit, one.closingBalance]))
    const sum = (sums as Item[]).find(({ accountNumber }) => accountNumber === 1390)!
    const parts = (items as Item[]).filter(({ accountNumber }) => accountNumber >= 1000 && accountNumber <= 1390)
    const closing = parts.reduce((all, one) => all + cents(String(one.closingBalance)), 0n)
    expect(cents(String(sum.closingBalance))).toBe(closing)
  }
})

test('last year is the same days a year earlier, the period before as many months', async () => {
  const days = async (query: string): Promise<unknown[]> => {
    const { comparedFrom, comparedTo } = await report(client, `trial-balance?${query}`)
    return [comparedFrom, comparedTo]
  }
  expect(await days('from=2026-02-01&to=2026-02-28&compare=lastYear')).toEqual(['2025-02-01', '2025-02-28'])
  expect(await days('from=2026-04-01&to=2026-06-30&compare=periodBefore')).toEqual(['2026-01-01', '2026-03-31'])
  expect(await days('from=2026-04-11&to=2026-04-20&compare=periodBefore')).toEqual(['2026-04-01', '2026-04-10'])
  expect(await days('year=2026&compare=lastYear')).toEqual(['2025-01-01', '2025-12-31'])
  expect(await days('year=2026')).toEqual([undefined, undefined])
  const csv = (await ask(client, 'trial-balance?year=2026&compare=lastYear&format=csv')).text.split('\r\n')
  expect(csv[0]).toBe(
    'accountNumber,openingBalance,debit,credit,closingBalance,name,movement,comparedMovement,movementDifference,comparedClosingBalance,closingDifference',
  )
})

test('what cannot be asked for is refused', async () => {
  for (const wrong of ['budget', 'lastYear,periodBefore', '2025-02-30..2025-03-01', '2025-03-02..2025-03-01', '2025'])
    expect(codeOf(await ask(client, `trial-balance?year=2026&compare=${wrong}`))).toEqual([
      400,
      'QueryParameterInvalid',
      'compare',
    ])
  expect(codeOf(await ask(client, 'trial-balance?year=2026&departmentNumber=0'))).toEqual([
    400,
    'QueryParameterInvalid',
    'departmentNumber',
  ])
})
