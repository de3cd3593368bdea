import type { Chance } from '../chance.ts'
import { dayIn, type Days } from '../ledger/judge-drafts.ts'
import { addDays, type Day } from '../ledger/naive-facts.ts'
import {
  type BankEvent,
  besideAnother,
  byPaymentId,
  filled,
  naming,
  type Owed,
  type Said,
  silently,
  swapped,
  type Truth,
  wrongly,
} from './month-events.ts'
import { BETWEEN, type Currency, FEES, INTEREST, MERCHANTS, WRITTEN_OFF } from './month-world.ts'

const later = (one: Day, other: Day): Day => (one > other ? one : other)

/** A day on which an item can be paid this month: not before it is booked. */
export const payDay = (chance: Chance, { date }: Owed, days: Days): Day =>
  dayIn(chance, { from: later(addDays(date, 1), days.from), to: later(addDays(date, 1), days.to) })

/** Payments of open items that nobody has booked yet: most as they should be, the others as people do. */
export class Payments {
  readonly #chance: Chance
  readonly #days: Days
  readonly #owed: readonly Owed[]
  readonly #waiting: Owed[]
  #batch = 0
  readonly events: BankEvent[] = []

  readonly #isCamt: boolean

  /**
   * `waiting` are those of `owed` that are paid; `isCamt`: the statements in DKK can tell batches, and amounts in
   * another currency.
   */
  constructor(chance: Chance, owed: readonly Owed[], waiting: readonly Owed[], days: Days, isCamt: boolean) {
    this.#chance = chance
    this.#owed = owed
    this.#days = days
    this.#isCamt = isCamt
    this.#waiting = chance.some(waiting, waiting.length)
  }

  make(): BankEvent[] {
    for (let owed = this.#waiting.shift(); owed; owed = this.#waiting.shift()) {
      if (owed.date >= this.#days.to) continue
      this.#pay(owed)
    }
    return this.events
  }

  #pay(owed: Owed): void {
    const kind = this.#chance.int(0, 99)
    const isCustomer = owed.kind === 'customer'
    if (isCustomer && kind < 12 && this.#together(owed, kind < 4)) return
    if (isCustomer && this.#isCamt && owed.currency === 'DKK' && kind < 15 && this.#inBatch(owed, kind === 14)) return
    if (kind < 19) return this.#inParts(owed)
    if (isCustomer && kind < 23) return this.#less(owed)
    if (isCustomer && this.#isCamt && owed.currency === 'EUR' && kind < 40) return this.#atOwnRate(owed)
    this.#whole(owed, this.#said(owed))
  }

  #said(owed: Owed): Said {
    const chance = this.#chance
    const kind = chance.int(0, 99)
    if (/^\d{5}$/.test(owed.invoice) && owed.kind === 'customer' && kind < 35) return byPaymentId(chance, owed)
    if (kind < 80) return naming(chance, owed)
    if (kind < 86 && !this.#isLike(owed, swapped(owed.invoice))) return wrongly(owed)
    if (kind < 92) return besideAnother(chance, owed, this.#waiting.slice(0, 30))
    if (kind < 95) return { ...naming(chance, owed), name: chance.pick(['Jens Hansen', 'Advokat Lund', 'Zoo']) }
    return silently(chance, owed)
  }

  /** Whether what is owed also has the number, with the same amount: nobody could tell which of the two was meant. */
  #isLike({ kind, party, open }: Owed, number: string): boolean {
    return this.#owed.some(
      (one) => one.kind === kind && one.party === party && one.open === open && one.invoice === number,
    )
  }

  #add(bank: Currency, date: Day, amount: bigint, said: Said, truth: Truth, more: Partial<BankEvent> = {}): void {
    this.events.push({ bank, date, amount, ...said, truth, ...more })
  }

  #whole(owed: Owed, said: Said): void {
    const truth: Truth = { is: 'items', items: [owed] }
    this.#add(owed.currency, payDay(this.#chance, owed, this.#days), owed.open, said, truth)
  }

  /** A part, and later perhaps the rest. */
  #inParts(owed: Owed): void {
    const chance = this.#chance
    const part = (owed.open * BigInt(chance.int(10, 80))) / 100n
    const first = payDay(chance, owed, this.#days)
    if (part === 0n) return this.#whole(owed, naming(chance, owed))
    this.#add(owed.currency, first, part, naming(chance, owed), { is: 'items', items: [{ ...owed }], inPart: true })
    if (first >= this.#days.to || chance.maybe(0.4)) return
    const rest = { ...owed, open: owed.open - part }
    const date = dayIn(chance, { from: addDays(first, 1), to: this.#days.to })
    this.#add(owed.currency, date, rest.open, naming(chance, owed), { is: 'items', items: [rest] })
  }

  /** A little less than asked: a fee abroad, a discount that nobody gave. It is written off. */
  #less(owed: Owed): void {
    const chance = this.#chance
    const off = owed.open > 10_000n ? BigInt(chance.int(100, 5_000)) : owed.open / 10n
    if (off <= 0n) return this.#whole(owed, naming(chance, owed))
    const account = chance.maybe(0.5) ? FEES : WRITTEN_OFF
    const truth: Truth = { is: 'items', items: [owed], rest: { account, amount: off } }
    this.#add(owed.currency, payDay(chance, owed, this.#days), owed.open - off, naming(chance, owed), truth)
  }

  /** Several invoices in one amount; that of a collector is less its fee. */
  #together(owed: Owed, lessFee: boolean): boolean {
    const chance = this.#chance
    const isSame = (one: Owed): boolean =>
      one.kind === owed.kind && one.party === owed.party && one.currency === owed.currency && one.date < this.#days.to
    const others = this.#waiting.filter(isSame).slice(0, chance.int(1, 3))
    if (others.length === 0) return false
    for (const other of others) this.#waiting.splice(this.#waiting.indexOf(other), 1)
    const items = [owed, ...others]
    const sum = items.reduce((all, { open }) => all + open, 0n)
    const last = items.reduce((one, other) => (one.date > other.date ? one : other))
    const date = payDay(chance, last, this.#days)
    const isCollector = owed.name.startsWith('Nets') || lessFee
    const fee = isCollector && sum > 20_000n ? (sum * 125n) / 10_000n : 0n
    const numbers = items.map(({ invoice }) => invoice).join(chance.pick([', ', ' ', ' + ']))
    const said: Said = isCollector
      ? { text: `Udbetaling ${owed.name}`, name: owed.name }
      : chance.maybe(0.7)
        ? { text: `Faktura ${numbers}`.slice(0, 60), name: owed.name }
        : { text: `Betaling ${owed.name}` }
    const rest = fee > 0n ? { rest: { account: FEES, amount: fee } } : {}
    this.#add(owed.currency, date, sum - fee, said, { is: 'items', items, ...rest })
    return true
  }

  /** Payments of two or three customers that the bank books in one entry. `isOff`: its details do not sum to it. */
  #inBatch(owed: Owed, isOff: boolean): boolean {
    const isOther = (one: Owed): boolean =>
      one.kind === 'customer' && one.currency === 'DKK' && one.party !== owed.party && one.date < this.#days.to
    const others = this.#waiting.filter(isOther).slice(0, this.#chance.int(1, 2))
    if (others.length === 0) return false
    for (const other of others) this.#waiting.splice(this.#waiting.indexOf(other), 1)
    const items = [owed, ...others]
    const last = items.reduce((one, other) => (one.date > other.date ? one : other))
    const date = payDay(this.#chance, last, this.#days)
    this.#batch += 1
    if (isOff) {
      const sum = items.reduce((all, { open }) => all + open, 0n)
      this.#add(
        'DKK',
        date,
        sum,
        { text: `${items.length} betalinger` },
        { is: 'items', items },
        { batch: -this.#batch },
      )
      return true
    }
    for (const one of items) {
      const said = { ...naming(this.#chance, one), name: one.name }
      this.#add('DKK', date, one.open, said, { is: 'items', items: [one] }, { batch: this.#batch })
    }
    return true
  }

  /** An invoice in EUR that is paid to the account in DKK, at the rate of the day and the bank's share. */
  #atOwnRate(owed: Owed): void {
    const chance = this.#chance
    const amount = (owed.open * BigInt(chance.int(74_300, 74_700))) / 10_000n
    const rate = ratio(amount, owed.open)
    const original = { amount: owed.open, currency: owed.currency }
    const said = naming(chance, owed)
    const truth: Truth = { is: 'items', items: [owed], rate }
    this.#add('DKK', payDay(chance, owed, this.#days), amount, said, truth, { original })
  }
}

/** Units for 100 of the other, with six decimals. */
function ratio(amount: bigint, of: bigint): string {
  const scaled = (amount * 200_000_000n + of) / (of * 2n)
  const digits = String(scaled).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** What comes every month and is no item: cards, fees, interest, transfers, coffee, and what the bank got wrong. */
export function everyday(chance: Chance, days: Days, many: number): BankEvent[] {
  const events: BankEvent[] = []
  const event = (bank: Currency, amount: bigint, text: string, truth: Truth, more: Partial<BankEvent> = {}): void =>
    void events.push({ bank, date: dayIn(chance, days), amount, text, truth, ...more })
  const line = (account: number, amount: bigint, vat?: string): Truth => ({
    is: 'lines',
    lines: [{ account, amount, vat }],
  })
  for (let left = many; left > 0; left -= 1) {
    const bank = chance.maybe(0.85) ? 'DKK' : 'EUR'
    const { text, account, vat } = chance.pick(MERCHANTS[bank])
    if (text === 'Kaffe') {
      const date = dayIn(chance, days)
      for (let cups = chance.int(1, 3); cups > 0; cups -= 1)
        event(bank, -3_500n, text, line(account, -3_500n, vat), { date })
      continue
    }
    const amount = -BigInt(chance.int(1_000, 300_000))
    event(bank, amount, filled(chance, text), line(account, amount, vat))
  }
  const fee = -BigInt(chance.int(500, 20_000))
  event('DKK', fee, 'Gebyr kortaftale', line(FEES, fee))
  event('EUR', -1_500n, 'Gebyr udlandsbetaling', line(FEES, -1_500n))
  const interest = BigInt(chance.int(1, 90_000)) * (chance.maybe(0.3) ? -1n : 1n)
  event('DKK', interest, 'Rente', line(INTEREST, interest))
  const euro = BigInt(chance.int(100_000, 900_000))
  const kroner = (euro * 7_460n) / 1_000n
  event('DKK', -kroner, `Mellem egne konti ${chance.int(1_000, 9_999)}`, line(BETWEEN, -kroner))
  event('EUR', euro, 'Mellem egne konti', line(BETWEEN, euro))
  if (chance.maybe(0.5)) {
    const wrong = -BigInt(chance.int(10_000, 999_999))
    const reason = 'Bankens fejl, tilbageført'
    const date = dayIn(chance, days)
    event('DKK', wrong, 'Fejlpostering', { is: 'nothing', reason }, { date })
    event('DKK', -wrong, 'Tilbageført fejlpostering', { is: 'nothing', reason }, { date, isReversal: true })
  }
  return events
}
