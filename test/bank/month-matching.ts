import { expect } from 'vitest'
import type { Chance } from '../chance.ts'
import { inText } from '../ledger/naive-money.ts'
import type { Day } from '../ledger/naive-facts.ts'
import { must } from '../ledger/year-world.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import type { Client, Reply } from '../service/harness.ts'
import { DB } from './files.ts'
import type { MonthBooks } from './month-books.ts'
import type { BankEvent, Truth } from './month-events.ts'
import { type Given, matchOf, saidBy, type SuggestedMatch, type Suggestion, trulySaid } from './month-judge.ts'
import type { Register } from './month-register.ts'
import { BANKS, type Currency, JOURNALS } from './month-world.ts'
import { ledgerBalance, reconcile } from './naive-bank.ts'

/** So many matches go in one request. */
const AT_ONCE = 40

/** Lines that belong together, and the match that is sent for them. */
export interface Asked {
  events: BankEvent[]
  match: SuggestedMatch
  truth: Truth
}

/** Carries out matches over the API and by the naive accountant, and compares what each then says of a day. */
export class Matching {
  readonly #books: MonthBooks
  readonly #register: Register

  constructor(books: MonthBooks, register: Register) {
    this.#books = books
    this.#register = register
  }

  get #client(): Client {
    return this.#books.client
  }

  async ignore(event: BankEvent, number: number, reason: string): Promise<void> {
    await must(this.#client, 'POST', `${DB}/bank-lines/${number}/ignore`, { reason })
    this.#register.ignore(event)
  }

  /** What is booked at once. */
  async carryOut(chance: Chance, asked: readonly Asked[]): Promise<void> {
    for (let at = 0; at < asked.length; at += AT_ONCE) await this.#atOnce(chance, asked.slice(at, at + AT_ONCE))
  }

  /** What was drafted before waits for its journal to be booked. */
  async drafted(drafted: readonly Asked[]): Promise<void> {
    if (drafted.length === 0) return
    await this.#post(
      drafted.map(({ match }) => match),
      false,
    )
    const groups = drafted.map(({ events, truth }) => this.#register.match(events, truth))
    const { bank, date } = drafted[0]!.events[0]!
    await this.reconciled(bank, date)
    await this.#books.bookJournal(JOURNALS.waiting)
    drafted.forEach(({ truth }, at) => {
      if (truth.is === 'draft') this.#register.booked(groups[at]!, truth.voucher)
    })
  }

  /** In one request; first as a preview, and one of them perhaps once more after it was undone. */
  async #atOnce(chance: Chance, asked: readonly Asked[]): Promise<void> {
    const matches = asked.map(({ match }) => match)
    const preview = await this.#client.post(`${DB}/bank-matches`, { matches, preview: true, book: true })
    if (preview.status !== 200) throw refusal(preview, matches)
    const made = await this.#post(matches, true)
    expect(becomes(preview)).toEqual(becomes(made))
    this.#books.post(asked.flatMap(({ events, truth }) => (truth.is === 'entries' ? [] : events)))
    for (const { events, truth } of asked) this.#register.match(events, truth)
    const at = chance.int(0, asked.length * 2)
    const undone = asked[at]
    if (undone === undefined) return
    const { number } = made.json.matches[at] as { number: number }
    await must(this.#client, 'DELETE', `${DB}/bank-matches/${number}`)
    const { json } = await this.#client.get(`${DB}/bank-lines/${undone.match.bankLines[0]}`)
    expect([undone.match, json.state]).toEqual([undone.match, 'open'])
    await this.#post([undone.match], true)
  }

  async #post(matches: readonly SuggestedMatch[], book: boolean): Promise<Reply> {
    const reply = await this.#client.post(`${DB}/bank-matches`, { matches, ...(book && { book }) })
    if (reply.status !== 201) throw refusal(reply, matches)
    return reply
  }

  /** A day of an account is as the naive accountant explains it. */
  async reconciled(bank: Currency, day: Day): Promise<void> {
    const { number, account } = BANKS[bank]
    const { json, status, text } = await this.#client.get(
      `${DB}/reconciliation?bankAccountNumber=${number}&date=${day}`,
    )
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    const decimal = (value: number): string => inText(BigInt(Math.round(value * 100)))
    const items = json.items as { kind: string; amount: number }[]
    const found = {
      bankBalance: decimal(json.bankBalance),
      ledgerBalance: decimal(json.ledgerBalance),
      difference: decimal(json.difference),
      items: items.map(({ kind, amount }) => `${kind} ${decimal(amount)}`).sort(),
    }
    const sums = new Map<string, [sum: number, count: number]>()
    for (const { kind, amount } of items) {
      const [sum, count] = sums.get(kind) ?? [0, 0]
      sums.set(kind, [sum + Math.round(amount * 100), count + 1])
    }
    const explained = json.explained as { kind: string; amount: number; count: number }[]
    expect(new Map(explained.map(({ kind, amount, count }) => [kind, [Math.round(amount * 100), count]]))).toEqual(sums)
    const ledger = ledgerBalance(this.#books.naive.entries, account, bank === 'DKK', day)
    expect([bank, day, decimal(json.unexplained), found]).toEqual([
      bank,
      day,
      '0.00',
      reconcile(this.#register.book(bank), ledger, day),
    ])
  }
}

/** What an answer says that becomes of each match. */
const becomes = ({ json }: Reply): unknown[] =>
  (json.matches as Record<string, unknown>[]).map(({ bankLines, entries, postings }) => ({
    bankLines,
    entries,
    postings,
  }))

const refusal = (reply: Reply, matches: readonly SuggestedMatch[]): Error => {
  const at = Number(/matches\[(\d+)\]/.exec(String(codeOf(reply)[2]))?.[1] ?? 0)
  return new Error(`bank-matches answered ${reply.text} to ${JSON.stringify(matches[at])}`)
}

/** What is asked for each group of lines: the suggestion that is right, else the accountant's own. */
export function askedOf(
  events: readonly BankEvent[],
  numbers: ReadonlyMap<BankEvent, number>,
  suggested: ReadonlyMap<number, Suggestion[]>,
  given: Given,
): Asked[] {
  const groups = new Map<Truth, BankEvent[]>()
  for (const event of events) groups.set(event.truth, [...(groups.get(event.truth) ?? []), event])
  return [...groups].map(([truth, some]) => {
    const lines = some.map((event) => numbers.get(event)!)
    const own = matchOf(lines, truth, given)
    const said = trulySaid(truth, given)
    const right = (suggested.get(lines[0]!) ?? []).find(({ match }) => saidBy(match) === said && isSame(match, own))
    return { events: some, truth, match: right?.match ?? own }
  })
}

/** Whether both carry out differences alike. */
const isSame = (one: SuggestedMatch, other: SuggestedMatch): boolean =>
  one.bankLines.length === other.bankLines.length &&
  (one.leaveOpen ?? false) === (other.leaveOpen ?? false) &&
  one.differenceAccountNumber === other.differenceAccountNumber &&
  (one.items ?? []).every(({ amount }) => amount === undefined)
