import { expect } from 'vitest'
import { parse } from 'lossless-json'
import { JudgedBooks } from '../ledger/judge-books.ts'
import { expectSame } from '../ledger/judge-compare.ts'
import { naiveTrialBalance } from '../ledger/naive-balances.ts'
import { addDays, type Day, firstOfMonth } from '../ledger/naive-facts.ts'
import { inText } from '../ledger/naive-money.ts'
import { remaindersOn } from '../ledger/naive-open-items.ts'
import type { Step } from '../ledger/naive-steps.ts'
import { OURS } from '../ledger/year-world.ts'
import type { Client, TestService } from '../service/harness.ts'
import { type MonthBooks, NAIVE } from './month-books.ts'
import { CUSTOMERS, SETTLEMENT } from './month-world.ts'
import { type Boxes, NaiveReturns, type NaiveReturn, quarterOf } from './naive-returns.ts'

type Amount = { toString(): string }
type Told = Record<string, Record<string, Amount>[]> & { payable: Amount; rounding: Amount; state: string }

const cents = (value: unknown): bigint => {
  const [whole, decimals = ''] = String(value).split('.') as [string, string?]
  return BigInt(whole + decimals.padEnd(2, '0'))
}

/** What the company's accounts and codes declare, as it says itself. */
async function boxesOf(client: Client): Promise<Boxes> {
  const accounts = (await client.get(`${OURS}/vat-accounts`)).json as { accountNumber: number; box: string | null }[]
  const codes = (await client.get(`${OURS}/vat-codes`)).json.items as { code: string; report: string | null }[]
  return {
    accounts: new Map(accounts.flatMap(({ accountNumber, box }) => (box === null ? [] : [[accountNumber, box]]))),
    reports: new Map(codes.flatMap(({ code, report }) => (report ? [[code, report]] : []))),
  }
}

/**
 * The end of quarters and years: returns of VAT, lists of sales to the EU, the ledger account by account, the closing.
 */
export class Closing {
  readonly #books: MonthBooks
  readonly #real: JudgedBooks
  readonly #returns: NaiveReturns
  /** What each settled return was when it was settled. */
  readonly #settled = new Map<string, string>()

  private constructor(service: TestService, books: MonthBooks, boxes: Boxes) {
    this.#real = new JudgedBooks(books.client, service.database)
    this.#books = books
    this.#returns = new NaiveReturns(boxes, NAIVE.settlement)
  }

  static async of(service: TestService, books: MonthBooks): Promise<Closing> {
    return new Closing(service, books, await boxesOf(books.client))
  }

  get #client(): Client {
    return this.#books.client
  }

  /**
   * The return of a quarter that is not settled is as the naive accountant makes it, and the list of sales to the EU.
   */
  async preview(to: Day): Promise<NaiveReturn> {
    const period = quarterOf(to)
    const expected = this.#returns.return(this.#books.naive.entries, to)
    const preview = await this.#client.get(`${OURS}/vat-returns/${period}`)
    compareReturn(parse(preview.text) as Told, expected, `preview of ${period}`)
    await this.#compareEuList(to, expected)
    return expected
  }

  /** It is settled in both books. @returns what is to be paid, in kroner. */
  async settle(to: Day): Promise<bigint> {
    const period = quarterOf(to)
    const { entries } = this.#books.naive
    const expected = await this.preview(to)
    const settled = await this.#client.post(`${OURS}/vat-returns`, { period })
    expect([settled.status, settled.status === 201 ? '' : settled.text]).toEqual([201, ''])
    compareReturn(parse(settled.text) as Told, expected, `return of ${period}`)
    this.#settled.set(period, settled.text)
    const { voucher, payable, rounding } = expected
    const { rounding: account } = this.#books.naive.facts
    const rest = (voucher.get(account!) ?? 0n) + rounding
    this.#books.settle(to, new Map([...voucher, [SETTLEMENT, -payable * 100n], [account!, rest]]))
    this.#returns.settle(entries, to)
    await this.#compareEuList(to, expected)
    return payable
  }

  /** Settled returns are the same bytes. */
  async settledStay(): Promise<void> {
    for (const [period, text] of this.#settled) {
      const now = await this.#client.get(`${OURS}/vat-returns/${period}`)
      expect([period, now.text]).toEqual([period, text])
    }
  }

  /** By VAT number, in whole kroner that come to the boxes. */
  async #compareEuList(to: Day, { boxes }: NaiveReturn): Promise<void> {
    const period = quarterOf(to)
    const { text } = await this.#client.get(`${OURS}/eu-sales-list?period=${period}`)
    const list = parse(text) as Record<string, Record<string, Amount>[]>
    const rounded = (box: string): string => boxes.find((line) => line.startsWith(`${box} `))?.split(' ')[2] ?? '0'
    expect([period, String(list.goods), String(list.services)]).toEqual([
      period,
      rounded('bGoods'),
      rounded('bServices'),
    ])
    const sum = (part: string): bigint =>
      [...list.items!, ...list.missing!].reduce((all, one) => all + BigInt(String(one[part])), 0n)
    expect([sum('goods'), sum('services')]).toEqual([BigInt(rounded('bGoods')), BigInt(rounded('bServices'))])
    if (this.#settled.has(period)) return
    const expected = [...this.#returns.soldToEu(this.#books.naive.entries, to)]
      .map(([customer, { bGoods, bServices }]) => ({ number: vatNumber(customer), bGoods, bServices }))
      .filter(({ bGoods, bServices }) => bGoods !== 0n || bServices !== 0n)
    const found = list.items!.map(({ vatNumber: number, amount }) => `${String(number)} ${inText(cents(amount))}`)
    expectSame(
      found.sort(),
      expected.map(({ number, bGoods, bServices }) => `${number} ${inText(bGoods + bServices)}`).sort(),
      `EU sales of ${period}`,
    )
    for (const item of list.items!) {
      const { bGoods, bServices } = expected.find(({ number }) => number === String(item.vatNumber))!
      expectNear(BigInt(String(item.goods)), bGoods)
      expectNear(BigInt(String(item.services)), bServices)
    }
  }

  /** The ledger on a day is the naive one's, account by account, and party by party. */
  async compareLedger(from: Day, to: Day): Promise<void> {
    const { naive } = this.#books
    const { text } = await this.#client.get(`${OURS}/trial-balance?from=${from}&to=${to}`)
    const rows = (parse(text) as { items: Record<string, Amount>[] }).items
    const found = rows.map(({ accountNumber, openingBalance, closingBalance }) =>
      [accountNumber, openingBalance, closingBalance].join(' '),
    )
    const expected = naiveTrialBalance(naive.facts, naive.entries, from, to).flatMap((line) => {
      const [account, opening, , , closing] = line.split(' ')
      return account === 'total' ? [] : [[account, opening, closing].join(' ')]
    })
    const isSome = (line: string): boolean => !line.endsWith(' 0.00 0.00')
    expectSame(found.filter(isSome).sort(), expected.filter(isSome).sort(), `accounts from ${from} to ${to}`)
    for (const kind of ['customer', 'supplier'] as const) {
      expectSame(await this.#open(kind, to), this.#naiveOpen(kind, to), `${kind}s on ${to}`)
    }
  }

  /** What each party has open of each invoice: undone matches leave nothing behind. */
  async #open(kind: 'customer' | 'supplier', day: Day): Promise<string[]> {
    const { text } = await this.#client.get(`${OURS}/open-${kind}-items?date=${day}`)
    const sums = new Map<string, [bigint, bigint]>()
    for (const item of (parse(text) as { items: Record<string, Amount>[] }).items) {
      const key = `${String(item[`${kind}Number`])} ${String(item.currency)}`
      const [amount, base] = sums.get(key) ?? [0n, 0n]
      sums.set(key, [amount + cents(item.remainderInCurrency), base + cents(item.remainderInBaseCurrency)])
    }
    return linesOf(sums)
  }

  #naiveOpen(kind: 'customer' | 'supplier', day: Day): string[] {
    const { entries, matches } = this.#books.naive
    const sums = new Map<string, [bigint, bigint]>()
    for (const { entry, amount, base } of remaindersOn(entries, matches, day)) {
      if (entry[kind] === null) continue
      const key = `${entry[kind]} ${entry.currency}`
      const [one, other] = sums.get(key) ?? [0n, 0n]
      sums.set(key, [one + amount, other + base])
    }
    return linesOf(sums)
  }

  /** The end of a year: the next one is there, and the balances go there. */
  async closeYear(name: string): Promise<void> {
    const { years } = this.#books.naive.facts
    const last = years.at(-1)!
    if (last.name === name) {
      const from = addDays(last.to, 1)
      await this.#both({ do: 'open', from, to: addDays(firstOfMonth(from, 12), -1) })
    }
    await this.#both({ do: 'close', year: name })
  }

  async #both(step: Step): Promise<void> {
    const real = await this.#real.carryOut(step)
    expect([step, real]).toEqual([step, this.#books.naive.carryOut(step)])
  }
}

const linesOf = (sums: ReadonlyMap<string, [bigint, bigint]>): string[] =>
  [...sums]
    .filter(([, [amount, base]]) => amount !== 0n || base !== 0n)
    .map(([key, [amount, base]]) => `${key} ${inText(amount)} ${inText(base)}`)
    .sort()

/** By the largest remainder a figure gets the krone below or above it. */
function expectNear(kroner: bigint, exact: bigint): void {
  const off = kroner * 100n - exact
  expect([kroner, exact, off > -100n && off < 100n]).toEqual([kroner, exact, true])
}

const vatNumber = (customer: number): string => CUSTOMERS.find(({ number }) => number === customer)!.vatNumber!

function compareReturn(told: Told, expected: NaiveReturn, what: string): void {
  const boxes = told
    .boxes!.filter(({ amount }) => cents(amount) !== 0n)
    .map(({ code, amount, rounded }) => `${String(code)} ${inText(cents(amount))} ${String(rounded)}`)
  expectSame(boxes.sort(), expected.boxes, `${what}: boxes`)
  const late = new Map<string, bigint>()
  for (const { period, box, amount } of told.late!) {
    const key = `${String(period)} ${String(box)}`
    late.set(key, (late.get(key) ?? 0n) + cents(amount))
  }
  expectSame(
    [...late].map(([key, amount]) => `${key} ${inText(amount)}`).sort(),
    expected.late,
    `${what}: late entries`,
  )
  const unexplained = told.unexplained!.map(
    ({ accountNumber, amount }) => `${String(accountNumber)} ${inText(cents(amount))}`,
  )
  expectSame(unexplained.sort(), expected.unexplained, `${what}: unexplained`)
  const figures = [String(told.payable), inText(cents(told.rounding))]
  expect([what, ...figures]).toEqual([what, String(expected.payable), inText(expected.rounding)])
  expect([what, told.remaining]).toEqual([what, []])
}
