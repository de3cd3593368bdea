import type { Chance } from '../chance.ts'
import { LANDED } from '../landed.ts'
import { tomorrow } from '../sales/naive-subscriptions.ts'
import { dayIn, type Days } from './judge-drafts.ts'
import { addDays, type Day, firstOfMonth, type NaiveFacts, type NaiveYear, yearOf } from './naive-facts.ts'
import type { DraftBody } from './naive-drafts.ts'
import type { InvoiceBody } from './naive-invoices.ts'
import { isOpen } from './naive-open-items.ts'
import type { Credited } from './naive-sales.ts'
import type { Step } from './naive-steps.ts'
import type { YearCompany } from './year-company.ts'
import { CUSTOMERS, JOURNAL, SUBSCRIBING, SUPPLIERS } from './year-world.ts'

/** The terms of a new chain: money in øre, factors in thousandths. */
export interface NewChain {
  interval: number
  isCalendarBased: boolean
  isProportional: boolean
  quantity: number
  special: number | null
  customer: number
  start: Day
  percent: number | null
  quantityFactor: number
}

/** What a company does. */
export type YearStep =
  | { do: 'ledger'; step: Step }
  | { do: 'sell'; body: InvoiceBody }
  | { do: 'credit'; sale: number; date: Day; lines: Credited[] | undefined }
  | { do: 'subscribe'; chain: NewChain }
  | { do: 'run'; date: Day; skips: number | undefined }
  | { do: 'expire'; chain: number; member: number; day: Day | null }
  | { do: 'comment'; chain: number; member: number; text: string }
  | { do: 'pause'; chain: number; isBarred: boolean }
  | { do: 'master'; what: 'company' | 'customer' | 'unit' | 'product' | 'layout'; number: number; name: string }
  /** The series of invoices goes on from a higher number. */
  | { do: 'series'; next: number }
  /** What other currencies are worth at the end of a day. */
  | { do: 'revalue'; date: Day }
  | { do: 'rate'; currency: string; date: Day; rate: string }

const PURCHASES = ['I25', 'I25', 'REP', 'ABR25', undefined]
const PURCHASES_EU = ['IV25', 'IY25']
const PURCHASES_ABROAD = ['IY25', 'IYU25', undefined]
const BANKS: Record<string, number> = { DKK: 5820, EUR: 5830, USD: 5840 }
const COSTS = [1310, 1340, 2710, 2725, 3410, 3610]

/** The months of a year, two and two, and then its closing. */
export function* yearSteps(chance: Chance, company: YearCompany, year: NaiveYear): Generator<YearStep> {
  let from = year.from
  while (from <= year.to) {
    const end = addDays(firstOfMonth(from, 2), -1)
    const to = end < year.to ? end : year.to
    yield* twoMonths(chance, company, { from, to })
    from = addDays(to, 1)
  }
}

function* twoMonths(chance: Chance, company: YearCompany, days: Days): Generator<YearStep> {
  const { naive } = company
  if (chance.maybe(0.4)) yield newRate(chance, days)
  yield* mastersOf(chance)
  if (LANDED.invoiceSeries && chance.maybe(0.1)) {
    const last = Math.max(0, ...company.sales.map(({ number }) => number))
    // Now and then a number that is used, or was passed over.
    yield { do: 'series', next: Math.max(1, last + chance.int(-3, 50)) }
    if (chance.maybe(0.2)) yield { do: 'series', next: last + chance.int(1, 20) }
  }
  if (company.chains.length < 3 || chance.maybe(0.2)) yield { do: 'subscribe', chain: newChain(chance, days) }
  for (let left = chance.int(1, 3); left > 0; left -= 1) {
    yield { do: 'sell', body: newSale(chance, naive.facts, days) }
  }
  yield* booked(chance, company, days)
  yield* subscriptionsOf(chance, company, days)
  if (chance.maybe(0.6)) yield* creditOf(chance, company, days)
  yield* mastersOf(chance)
  const again = payments(chance, company, days)
  if (again.length > 0) yield* drafted(again)
  if (chance.maybe(0.4)) yield* matched(chance, company)
  if (chance.maybe(0.3)) yield* reversed(chance, company, days)
  const { years } = naive.facts
  if (chance.maybe(0.2) && days.to < years.at(-1)!.to) yield { do: 'revalue', date: days.to }
}

function* drafted(entries: DraftBody[]): Generator<YearStep> {
  yield { do: 'ledger', step: { do: 'draft', entries } }
  yield { do: 'ledger', step: { do: 'book', journal: JOURNAL, selection: { kind: 'all' } } }
}

/** Purchases, payments and finance vouchers, booked together. */
function* booked(chance: Chance, company: YearCompany, days: Days): Generator<YearStep> {
  const { facts } = company.naive
  const entries = [
    ...Array.from({ length: chance.int(1, 4) }, () => purchase(chance, facts, days, company.nextInvoice())),
    ...Array.from({ length: chance.int(0, 2) }, () => finance(chance, facts, days)),
    ...payments(chance, company, days),
  ]
  yield* drafted(entries)
}

function purchase(chance: Chance, facts: NaiveFacts, days: Days, invoice: string): DraftBody {
  const { number, group, currency } = chance.pick(SUPPLIERS)
  const codes = [PURCHASES, PURCHASES_EU, PURCHASES_ABROAD][group - 1]!
  const code = chance.pick(codes.filter((one) => one === undefined || facts.vat.has(one)))
  const amount = chance.decimal(chance.pick([9_999, 999_999]), 2)
  return {
    ...{ entryTypeNumber: 3, journalNumber: JOURNAL, date: dayIn(chance, days), currency },
    amount: chance.maybe(0.1) ? amount : `-${amount}`,
    ...{ supplierNumber: number, supplierInvoiceNumber: invoice, text: 'Varer' },
    ...(chance.maybe(0.85) && { contraAccountNumber: chance.pick(COSTS), contraVatCode: code }),
  }
}

/** A finance voucher: wages, a fee, a transfer to a bank account in a currency, or VAT that no code explains. */
function finance(chance: Chance, facts: NaiveFacts, days: Days): DraftBody {
  const entry = { entryTypeNumber: 5, journalNumber: JOURNAL, date: dayIn(chance, days), text: 'Bilag' }
  const amount = chance.decimal(chance.pick([9_999, 999_999]), 2)
  const kind = chance.int(0, 3)
  if (kind === 0) return { ...entry, amount, currency: 'DKK', accountNumber: 6906, contraAccountNumber: 6903 }
  const currency = chance.pick(['EUR', 'USD'])
  const bank = BANKS[currency]!
  if (kind === 1) return { ...entry, amount, currency, accountNumber: bank, contraAccountNumber: 5820 }
  const cost = { accountNumber: chance.pick([2210, 3620]), contraAccountNumber: 5820 }
  if (kind === 2) return { ...entry, amount, currency: 'DKK', ...cost }
  const vatCode = chance.pick(['I25', 'REP', ...(facts.vat.has('REP25') ? ['REP25'] : [])])
  return { ...entry, amount, currency: 'DKK', accountNumber: 2725, vatCode, contraAccountNumber: 5820 }
}

/** Some open items are paid, most of them in full. */
function payments(chance: Chance, { naive }: YearCompany, days: Days): DraftBody[] {
  const open = naive.entries.filter(
    (entry) => isOpen(entry) && (entry.customerInvoice ?? entry.supplierInvoice) !== null,
  )
  return chance.some(open, chance.int(0, 3)).map((item): DraftBody => {
    const isCustomer = item.customer !== null
    const whole = -item.open!
    const unit = item.currency === 'JPY' ? 100n : 1n
    const part = chance.maybe(0.7) ? whole : (whole / unit / 3n) * unit
    const cents = part === 0n ? whole : part
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
    const date =
      item.date > days.from ? dayIn(chance, { from: item.date, to: later(item.date, days.to) }) : dayIn(chance, days)
    return {
      ...{ entryTypeNumber: isCustomer ? 2 : 4, journalNumber: JOURNAL, date, currency: item.currency },
      amount: `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`,
      contraAccountNumber: BANKS[item.currency] ?? 5820,
      text: 'Betaling',
      ...(isCustomer
        ? { customerNumber: item.customer!, customerInvoiceNumber: String(item.customerInvoice) }
        : { supplierNumber: item.supplier!, supplierInvoiceNumber: item.supplierInvoice! }),
    }
  })
}

const later = (one: Day, other: Day): Day => (one > other ? one : other)

function newSale(chance: Chance, facts: NaiveFacts, days: Days): InvoiceBody {
  const { number: customer, zone, currency } = chance.pick(CUSTOMERS)
  return {
    ...{ customer, zone, currency, date: dayIn(chance, days), isVatIncluded: chance.maybe(0.2) },
    rate: currency === facts.baseCurrency ? '100' : chance.decimal(1_000_000_000, 6),
    lines: Array.from({ length: chance.int(1, 4) }, () => ({
      product: chance.pick(['VARE', 'TIME']),
      quantity: String(chance.int(1, 20)),
      // To whole øre, however many are credited at a time; those of JPY are credited whole.
      price: chance.decimal(chance.pick([99, 99_999]), 1),
      discount: chance.pick(['0', '0', '10']),
      accrual: undefined,
    })),
  }
}

const newRate = (chance: Chance, days: Days): YearStep => ({
  ...{ do: 'rate', currency: chance.pick(['EUR', 'USD']), date: dayIn(chance, days) },
  rate: chance.decimal(999_999_999, 6),
})

function* mastersOf(chance: Chance): Generator<YearStep> {
  if (!chance.maybe(0.6)) return
  const what = chance.pick(['company', 'customer', 'unit', 'product', 'layout'] as const)
  const number = what === 'customer' ? chance.pick(CUSTOMERS).number : chance.int(0, 1)
  yield { do: 'master', what, number, name: `Navn ${chance.int(1, 100_000)}` }
}

function newChain(chance: Chance, days: Days): NewChain {
  return {
    interval: chance.pick([3, 3, 4, 7, 13]),
    isCalendarBased: false,
    isProportional: chance.maybe(0.3),
    quantity: chance.int(1, 5) * 1000,
    special: chance.maybe(0.3) ? chance.int(1, 90_000) : null,
    customer: chance.pick(SUBSCRIBING).number,
    start: dayIn(chance, days),
    percent: chance.maybe(0.3) ? chance.int(1, 50) : null,
    quantityFactor: chance.pick([1000, 1000, 2000]),
  }
}

/** Chains are cancelled, prolonged, brought back and paused, and then a run bills what is due. */
function* subscriptionsOf(chance: Chance, company: YearCompany, days: Days): Generator<YearStep> {
  const { chains } = company
  const at = chance.int(0, chains.length - 1)
  const chain = chains[at]!
  const member = chance.int(0, chain.members.length - 1)
  if (LANDED.chainsEnd && chance.maybe(0.4)) {
    const day =
      chain.expiry !== null && chance.maybe(0.5) ? null : dayIn(chance, { from: days.from, to: addDays(days.to, 90) })
    yield { do: 'expire', chain: at, member, day }
  }
  if (chance.maybe(0.2)) yield { do: 'comment', chain: at, member, text: `Note ${chance.int(1, 999)}` }
  const isPaused = chain.subscription.isBarred
  if (chance.maybe(isPaused ? 0.7 : 0.15)) {
    yield { do: 'pause', chain: at, isBarred: !isPaused }
    if (isPaused && LANDED.skipMissed && chance.maybe(0.6)) yield { do: 'run', date: dayIn(chance, days), skips: at }
  }
  if (chance.maybe(0.7)) yield { do: 'run', date: dayIn(chance, days), skips: undefined }
}

/** A credit note of an invoice: of all that is left, of a part, or of more than there is. */
function* creditOf(chance: Chance, company: YearCompany, days: Days): Generator<YearStep> {
  const sales = company.sales.flatMap((sale, at) =>
    !sale.isCredit && sale.body.date <= days.to && (LANDED.creditNotes || isUntouched(sale)) ? [{ sale, at }] : [],
  )
  if (sales.length === 0) return
  const { sale, at } = chance.pick(sales.slice(-12))
  const from = later(sale.body.date, days.from)
  const date = dayIn(chance, { from, to: later(from, days.to) })
  if (!LANDED.creditNotes || sale.body.currency === 'JPY' || chance.maybe(0.4)) {
    yield { do: 'credit', sale: at, date, lines: undefined }
    return
  }
  const places = chance.some([...sale.left.keys()], chance.int(1, 2))
  const lines = places.map((place) => {
    const left = sale.left[place]!
    const isWhole = Number.isInteger(left)
    const quantity = chance.maybe(0.1) ? left + 1 : isWhole && left > 0 ? chance.int(1, left) : left
    return { at: place, quantity }
  })
  const some = lines.filter(({ quantity }) => quantity > 0)
  // A note of no line at all is a draft that cannot be booked.
  if (some.length > 0) yield { do: 'credit', sale: at, date, lines: some }
}

const isUntouched = ({ body, left }: { body: InvoiceBody; left: number[] }): boolean =>
  left.every((quantity, at) => quantity === Number(body.lines[at]!.quantity))

function* matched(chance: Chance, { naive }: YearCompany): Generator<YearStep> {
  const open = naive.entries.filter(isOpen)
  if (open.length === 0) return
  const one = chance.pick(open)
  const others = open.filter(({ customer, supplier }) => customer === one.customer && supplier === one.supplier)
  if (others.length < 2) return
  yield { do: 'ledger', step: { do: 'match', entries: chance.some(others, 4).map(({ number }) => number) } }
}

/** A voucher of any year, closed ones too, is corrected in these days. */
function* reversed(chance: Chance, { naive }: YearCompany, days: Days): Generator<YearStep> {
  const found = naive.entries.filter(({ journal }) => journal === JOURNAL)
  if (found.length === 0) return
  const { year, voucher, booking } = chance.pick(found)
  const date = dayIn(chance, days)
  yield { do: 'ledger', step: { do: 'reverse', journal: JOURNAL, year, voucher, booking, date, text: 'Rettet' } }
}

/** The next year is opened, some of it may be kept, and the earliest open one is closed. */
export function* closing(chance: Chance, { naive }: YearCompany): Generator<YearStep> {
  const { years } = naive.facts
  const at = years.findIndex(({ closed }) => !closed)
  const inTheWay = naive.drafts.filter(({ year }) => year === years[at]!.name)
  for (const journal of new Set(inTheWay.map(({ journalNumber }) => journalNumber))) {
    yield { do: 'ledger', step: { do: 'empty', journal } }
  }
  if (years.length < at + 2) {
    const from = tomorrow(years[at]!.to)
    yield { do: 'ledger', step: { do: 'open', from, to: addDays(firstOfMonth(from, 12), -1) } }
  }
  // The second time it books nothing.
  for (let left = chance.int(0, 2); left > 0; left -= 1) yield { do: 'revalue', date: years[at]!.to }
  yield { do: 'ledger', step: { do: 'close', year: years[at]!.name } }
}

/** The year that is kept next. */
export const firstOpen = ({ years }: NaiveFacts): NaiveYear => years.find(({ closed }) => !closed)!

export { yearOf }
