import { expect } from 'vitest'
import type { Chance } from '../chance.ts'
import { dayIn, type Days } from '../ledger/judge-drafts.ts'
import type { DraftBody } from '../ledger/naive-drafts.ts'
import { addDays, type Day } from '../ledger/naive-facts.ts'
import { must, OURS, type YearWorld } from '../ledger/year-world.ts'
import type { Client, TestService } from '../service/harness.ts'
import { DB } from './files.ts'
import { MonthBooks } from './month-books.ts'
import type { BankEvent, Owed, Truth } from './month-events.ts'
import { BankFeed } from './month-feeding.ts'
import { type Format, FORMATS } from './month-files.ts'
import { type Figures, type Given, judge, noFigures, type Suggestion } from './month-judge.ts'
import { askedOf, Matching } from './month-matching.ts'
import { everyday, Payments, payDay } from './month-payments.ts'
import { type Before, Register } from './month-register.ts'
import { BANKS, type Currency, JOURNALS, SETTLEMENT } from './month-world.ts'

const CURRENCIES: readonly Currency[] = ['DKK', 'EUR']
const CAPITAL = 6110
/** A company that keeps its bank month by month, over the API and by the naive accountant. */
export class MonthCompany {
  readonly books: MonthBooks
  readonly figures: Figures = noFigures()
  readonly feeds: Record<Currency, BankFeed>
  readonly #service: TestService
  readonly #register = new Register()
  readonly matching: Matching
  /** What is in transit: the bank has it next month. */
  #transit: Before[] = []
  /** Items that drafts pay. */
  #drafted = new Set<string>()
  #references = 0
  /** VAT that is settled and not yet paid, in kroner. */
  owedVat = 0n

  constructor(service: TestService, world: YearWorld) {
    this.#service = service
    this.books = new MonthBooks(world)
    this.matching = new Matching(this.books, this.#register)
    this.feeds = { DKK: new BankFeed(world.client, 'DKK'), EUR: new BankFeed(world.client, 'EUR') }
  }

  get client(): Client {
    return this.books.client
  }

  /** A month at the bank: so many lines, more or less. */
  async keep(chance: Chance, days: Days, size: number): Promise<void> {
    const { books } = this
    await this.#rate(chance, days)
    await books.trade(chance, days, Math.ceil(size * 0.45), Math.ceil(size * 0.25))
    const formats: Record<Currency, Format> = { DKK: chance.pick(FORMATS), EUR: chance.pick(FORMATS) }
    const events = await this.#events(chance, days, size, formats.DKK.startsWith('camt'))
    const numbers = new Map<BankEvent, number>()
    for (const bank of CURRENCIES) {
      const own = events.filter((event) => event.bank === bank)
      await this.feeds[bank].send(chance, formats[bank], days, own)
      for (const [event, number] of await this.feeds[bank].numbers(formats[bank], days, own)) numbers.set(event, number)
      this.#register.open(own)
    }
    const given = await this.#given()
    const suggested = await this.#suggested()
    for (const event of chance.some(events, 4)) await this.#compareAlone(numbers.get(event)!, suggested)
    for (const event of events) judge(this.figures, event, suggested.get(numbers.get(event)!) ?? [], given)
    await this.#carryOut(chance, days, events, numbers, suggested, given)
  }

  async #rate(chance: Chance, days: Days): Promise<void> {
    const from = addDays(days.from, 2)
    const rate = `74${chance.int(4, 8)}.${chance.int(1, 9_999)}`
    await must(this.client, 'POST', `${OURS}/exchange-rates`, { currency: 'EUR', date: from, rate: Number(rate) })
    this.books.naive.facts.rates.push({ currency: 'EUR', from, rate: String(Number(rate)) })
  }

  /** What the bank sees this month, in the order of days. */
  async #events(chance: Chance, days: Days, size: number, isCamt: boolean): Promise<BankEvent[]> {
    const begun = this.#register.book('DKK').groups.length > 0
    const events: BankEvent[] = begun ? [] : [this.#capital('DKK', days.from), this.#capital('EUR', days.from)]
    events.push(...(await this.#before(chance, days, size)))
    const due = this.books.owed().filter((owed) => !this.#drafted.has(`${owed.party} ${owed.invoice}`))
    const paid = due.filter(({ open }) => open !== 0n && chance.maybe(0.75))
    events.push(...new Payments(chance, due, paid, days, isCamt).make())
    events.push(...everyday(chance, days, Math.ceil(size * 0.15)))
    if (this.owedVat !== 0n) {
      const amount = -100n * this.owedVat
      const truth: Truth = { is: 'lines', lines: [{ account: SETTLEMENT, amount }] }
      events.push({ bank: 'DKK', date: dayIn(chance, days), amount, text: 'SKAT moms', truth })
      this.owedVat = 0n
    }
    for (const event of events) {
      const kind = chance.int(0, 9)
      if (kind > 1) event.reference = `R${(this.#references += 1)}`
      else if (kind === 1) event.reference = 'NONREF'
      if (event.batch !== undefined) delete event.reference
    }
    return chance
      .some(events, events.length)
      .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  }

  #capital(bank: Currency, date: Day): BankEvent {
    const amount = 50_000_000n
    return { bank, date, amount, text: 'Indskud', truth: { is: 'lines', lines: [{ account: CAPITAL, amount }] } }
  }

  /** What is booked or drafted before the bank has it, and what was last month: the lines of those. */
  async #before(chance: Chance, days: Days, size: number): Promise<BankEvent[]> {
    const { books } = this
    const last = this.#transit
    this.#transit = []
    const due = chance.some(
      books.owed().filter(({ kind, date }) => kind === 'supplier' && date < days.to),
      Math.ceil(size * 0.12),
    )
    const drafts: [DraftBody, Before][] = []
    const made = (owed: Owed | undefined, isDraft: boolean): void => {
      const date = owed === undefined ? dayIn(chance, days) : payDay(chance, owed, days)
      const body = books.paid(chance, owed, date, isDraft ? JOURNALS.waiting : JOURNALS.own)
      const amount = BigInt(body.amount.replace('.', '')) * (owed === undefined ? 1n : -1n)
      const bank = owed?.currency ?? 'DKK'
      drafts.push([body, { voucher: body.voucherNumber!, bank, side: { date, amount }, isDraft, owed }])
    }
    for (const owed of due) made(owed, chance.maybe(0.2))
    for (let left = Math.ceil(size * 0.04); left > 0; left -= 1) made(undefined, false)
    await books.book(drafts.filter(([, { isDraft }]) => !isDraft).map(([body]) => body))
    await books.draft(drafts.filter(([, { isDraft }]) => isDraft).map(([body]) => body))
    const all = drafts.map(([, before]) => before)
    for (const before of all) this.#register.note(before)
    this.#drafted = new Set(
      all.flatMap(({ isDraft, owed }) => (isDraft && owed ? [`${owed.party} ${owed.invoice}`] : [])),
    )
    const now = all.filter((before) => before.isDraft || !this.#isLate(chance, before, days))
    return [...last, ...now].flatMap((before) => this.#lineOf(chance, before, days))
  }

  /** Whether the bank carries it out next month only. */
  #isLate(chance: Chance, before: Before, days: Days): boolean {
    const isLate = before.side.date >= addDays(days.to, -2) && chance.maybe(0.6)
    if (isLate) this.#transit.push(before)
    return isLate
  }

  /** The lines of an entry: one, or two that sum to it. */
  #lineOf(chance: Chance, before: Before, days: Days): BankEvent[] {
    const { voucher, bank, side, isDraft, owed } = before
    const day = addDays(side.date, chance.int(0, 2))
    const date = day < days.from ? days.from : day > days.to ? days.to : day
    const truth: Truth = isDraft ? { is: 'draft', voucher } : { is: 'entries', vouchers: [voucher] }
    const name = chance.maybe(0.6) ? { name: owed?.name ?? 'Løn' } : {}
    const texts = owed
      ? [`Betaling ${owed.invoice}`, `Bgs ${owed.name}`, 'Overførsel', `Bilag ${voucher}`]
      : [`Løn ${voucher}`, 'Lønoverførsel']
    const event = { bank, date, amount: side.amount, text: chance.pick(texts), ...name, truth }
    if (isDraft || side.amount > -200n || !chance.maybe(0.05)) return [event]
    const part = side.amount / 3n
    return [
      { ...event, amount: part },
      { ...event, amount: side.amount - part, text: `${event.text} rest` },
    ]
  }

  /** Which entries and drafts the vouchers of the company's own became. */
  async #given(): Promise<Given> {
    const sql = (table: string): string =>
      `SELECT voucher_number AS voucher, max(entry_number) AS number FROM ${table} WHERE agreement = $1 AND journal_number IN (1, 4)`
    const pairs = (rows: { voucher: number; number: number }[]): Map<number, number> =>
      new Map(rows.map(({ voucher, number }) => [voucher, number]))
    const values = [this.client.agreement]
    const accounts = `AND account_number IN (${BANKS.DKK.account}, ${BANKS.EUR.account}) GROUP BY 1`
    return {
      entries: pairs(await this.#service.database.rows(`${sql('booked_entry')} ${accounts}`, values)),
      drafts: pairs(await this.#service.database.rows(`${sql('draft_entry')} GROUP BY 1`, values)),
    }
  }

  /** Suggestions of all open lines, by line. */
  async #suggested(): Promise<Map<number, Suggestion[]>> {
    const found = new Map<number, Suggestion[]>()
    for (const bank of CURRENCIES) {
      const { status, text, json } = await this.client.get(
        `${DB}/bank-suggestions?bankAccountNumber=${BANKS[bank].number}`,
      )
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      for (const one of json as { bankLine: number; suggestions: Suggestion[] }[])
        found.set(one.bankLine, one.suggestions)
    }
    return found
  }

  /** A line that is asked for alone gets what it gets among all. */
  async #compareAlone(number: number, suggested: ReadonlyMap<number, Suggestion[]>): Promise<void> {
    const { json } = await this.client.get(`${DB}/bank-lines/${number}/suggestions`)
    expect(json).toEqual([{ bankLine: number, suggestions: suggested.get(number) ?? [] }])
  }

  /** Matches all lines: as suggested where that is right, else as the accountant knows. */
  async #carryOut(
    chance: Chance,
    days: Days,
    events: readonly BankEvent[],
    numbers: ReadonlyMap<BankEvent, number>,
    suggested: ReadonlyMap<number, Suggestion[]>,
    given: Given,
  ): Promise<void> {
    for (const event of events) {
      const { truth } = event
      if (truth.is === 'nothing') await this.matching.ignore(event, numbers.get(event)!, truth.reason)
    }
    const matched = events.filter(({ truth }) => truth.is !== 'nothing')
    const asked = askedOf(matched, numbers, suggested, given)
    const others = asked.filter(({ truth }) => truth.is !== 'draft')
    const half = Math.ceil(others.length / 2)
    await this.matching.carryOut(chance, others.slice(0, half))
    for (const bank of CURRENCIES) await this.matching.reconciled(bank, dayIn(chance, days))
    await this.matching.carryOut(chance, others.slice(half))
    await this.matching.drafted(asked.filter(({ truth }) => truth.is === 'draft'))
  }
}
