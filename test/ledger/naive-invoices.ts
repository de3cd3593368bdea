import { LANDED } from '../landed.ts'
import { addDays, type Day, monthsTouched, type NaiveFacts, type NaiveSold, whyShut, yearOf } from './naive-facts.ts'
import { cents, divided, type Fraction, fraction, ofCents, plus, times, whole } from './naive-money.ts'
import { DATE_CODES, type NaivePosting, shares } from './naive-postings.ts'

/** A line of a product; decimals as text. */
export interface InvoiceLine {
  product: string
  quantity: string
  price: string
  discount: string
  accrual: { start: Day; end: Day } | undefined
}

/** A draft invoice as it is made and booked at once. */
export interface InvoiceBody {
  customer: number
  /** 1 where there is none. */
  zone?: number
  date: Day
  currency: string
  rate: string
  isVatIncluded: boolean
  lines: InvoiceLine[]
}

/** Account and VAT code of each product. Accrued lines all wait on one account. */
export const SOLD: Readonly<Record<string, NaiveSold>> = {
  P1: { account: 1110, vat: 'U25' },
  P2: { account: 1120, vat: 'REP' },
  P3: { account: 1130, vat: 'RC' },
  P4: { account: 1140, vat: null },
}
export const ACCRUALS = 5500
export const TERM = { number: 99, days: 14 }

/** The one series of invoices and credit notes. It can be started at any number above those used. */
export class NaiveSeries {
  /** What the next invoice gets. */
  next = 1
  #used = 0

  take(): number {
    this.#used = this.next
    this.next += 1
    return this.#used
  }

  /** @returns the fault of a number that is not above those used. */
  start(next: number): string | undefined {
    if (next <= this.#used) return 'nextInvoiceNumber: ValueOutOfRange'
    this.next = next
    return undefined
  }
}

/** Account and VAT code of a product in a zone. */
const soldIn = ({ sold }: NaiveFacts, product: string, zone: number | undefined): NaiveSold =>
  sold?.get(`${product} ${zone}`) ?? SOLD[product]!

/** Whether product groups book on the account. */
export const bearsSales = (number: number): boolean =>
  number === ACCRUALS || Object.values(SOLD).some(({ account }) => account === number)

const ONE: Fraction = { over: 1n, under: 1n }
const HUNDREDTH: Fraction = { over: 1n, under: 100n }

/** What keeps an invoice from being booked, its rounding aside. */
export function invoiceFaults(facts: NaiveFacts, { customer, zone, date, lines }: InvoiceBody): string[] {
  const shut = (day: Day, property: string): string[] => {
    const why = whyShut(facts.years, day)
    return why === undefined ? [] : [`${property}: ${DATE_CODES[why]}`]
  }
  const faults = shut(date, 'date')
  if (facts.customers.get(customer)!.barred) faults.push('customerNumber: CustomerIsBarred')
  lines.forEach(({ product, accrual }, at) => {
    const accounts = [soldIn(facts, product, zone).account, ...(accrual ? [ACCRUALS] : [])]
    for (const account of accounts) {
      if (facts.accounts.get(account)!.barred)
        faults.push(`lines[${at}].productNumber: JournalEntryAccountNotAccessible`)
    }
    if (accrual) for (const day of monthsTouched(accrual.start, accrual.end)) faults.push(...shut(day, 'accrueEndDate'))
  })
  return faults
}

/**
 * Net and VAT of each line, in cents. A line gets what the sum of its VAT code is with it, less what earlier lines got.
 */
function amountsOf(
  facts: NaiveFacts,
  { zone, currency, lines, isVatIncluded }: InvoiceBody,
): { net: bigint; vat: bigint }[] {
  const sums = new Map<string | null, bigint>()
  const rounded = LANDED.wholeCurrencies && currency === 'JPY' ? whole : cents
  return lines.map(({ product, quantity, price, discount }) => {
    const { vat: code } = soldIn(facts, product, zone)
    const vat = code === null ? undefined : facts.vat.get(code)!
    const rate = times(fraction(vat === undefined || vat.reverse !== undefined ? '0' : vat.rate), HUNDREDTH)
    const left = plus(ONE, times(fraction(`-${discount}`), HUNDREDTH))
    const total = rounded(times(times(fraction(quantity), fraction(price)), left))
    const before = sums.get(code) ?? 0n
    const due = (sum: bigint): bigint =>
      rounded(isVatIncluded ? divided(ofCents(sum), plus(ONE, rate)) : times(ofCents(sum), rate))
    const part = due(before + total) - due(before)
    sums.set(code, before + total)
    return isVatIncluded ? { net: part, vat: total - part } : { net: total, vat: part }
  })
}

/** What the invoice of a number becomes, or the fault that rounding cannot be booked. */
export function invoicePostingsOf(facts: NaiveFacts, body: InvoiceBody, number: number): NaivePosting[] | string {
  const { customer, zone, date, currency, rate, lines } = body
  const on = (account: number, amount: bigint): NaivePosting => ({
    type: 1,
    account,
    date,
    year: yearOf(facts.years, date)!.name,
    journal: null,
    voucher: number,
    amount,
    base: cents(times(times(ofCents(amount), fraction(rate)), HUNDREDTH)),
    currency,
    rate,
    text: `Faktura ${number}`,
    vat: null,
    customer: null,
    customerInvoice: null,
    supplier: null,
    supplierInvoice: null,
    dueDate: null,
  })
  const groups = new Map<string, { line: InvoiceLine; net: bigint; vat: bigint }>()
  amountsOf(facts, body).forEach(({ net, vat }, at) => {
    const line = lines[at]!
    const { account, vat: code } = soldIn(facts, line.product, zone)
    const key = JSON.stringify([account, code, line.accrual])
    const group = groups.get(key) ?? { line, net: 0n, vat: 0n }
    groups.set(key, { line, net: group.net + net, vat: group.vat + vat })
  })
  const months: NaivePosting[] = []
  let gross = 0n
  const sales = [...groups.values()].flatMap(({ line: { product, accrual }, net, vat }) => {
    const sold = soldIn(facts, product, zone)
    gross += net + vat
    const main = { ...on(accrual ? ACCRUALS : sold.account, -net), vat: sold.vat }
    if (accrual) months.push(...monthsOf(facts, main, sold.account, accrual))
    return vat === 0n ? [main] : [main, { ...on(facts.vat.get(sold.vat!)!.account, -vat), taxOf: sold.vat! }]
  })
  const owed = { ...on(facts.customers.get(customer)!.summary, gross), customer, customerInvoice: BigInt(number) }
  const all = [...(gross === 0n ? [] : [{ ...owed, dueDate: addDays(date, TERM.days) }]), ...sales]
  const rest = all.reduce((sum, { base }) => sum + base, 0n)
  if (rest !== 0n && facts.rounding === undefined) return 'number: JournalBookingRoundingAccountNotSet'
  const rounding = { ...on(facts.rounding!, -rest), type: 9, base: -rest, currency: facts.baseCurrency, rate: '100' }
  return [...all, ...(rest === 0n ? [] : [rounding]), ...months]
}

/** Month by month from the account where it waits to that of its sale. */
function monthsOf(
  facts: NaiveFacts,
  main: NaivePosting,
  account: number,
  { start, end }: { start: Day; end: Day },
): NaivePosting[] {
  const days = monthsTouched(start, end)
  const [amounts, bases] = [shares(main.amount, days.length), shares(main.base, days.length)]
  return days.flatMap((date, at) => {
    const [amount, base] = [amounts[at]!, bases[at]!]
    if (amount === 0n && base === 0n) return []
    const share = { ...main, type: 9, vat: null, date, year: yearOf(facts.years, date)!.name, amount, base }
    return [
      { ...share, amount: -amount, base: -base },
      { ...share, account },
    ]
  })
}
