import type { NaiveChain, NaiveInvoice } from '../sales/naive-subscriptions.ts'
import type { NaiveFacts } from './naive-facts.ts'
import type { InvoiceBody, InvoiceLine } from './naive-invoices.ts'
import type { NaiveEntry } from './naive-open-items.ts'

/** An invoice that is booked. Its credit notes take from what is left of its lines. */
export interface NaiveSale {
  document: number
  number: number
  body: InvoiceBody
  /** Of each line: how many have not been credited. Fractions are credited whole or not at all. */
  left: number[]
  /** A credit note is no invoice: it cannot be credited. */
  isCredit: boolean
}

/** So many of a line, by its place. */
export interface Credited {
  at: number
  quantity: number
}

const negative = (quantity: number): string => String(-quantity)

/** A credit note as an invoice of negative quantities, at the rate of the invoice. */
export function creditBody(sale: NaiveSale, date: string, credited: readonly Credited[]): InvoiceBody {
  const lines = credited.map(({ at, quantity }): InvoiceLine => ({
    ...sale.body.lines[at]!,
    quantity: negative(quantity),
  }))
  return { ...sale.body, date, lines }
}

/** Everything that is left of an invoice. */
export const allLeft = ({ left }: NaiveSale): Credited[] =>
  left.flatMap((quantity, at) => (quantity === 0 ? [] : [{ at, quantity }]))

/** Why it cannot be credited: nothing is left, or not as much. */
export function creditFault(sale: NaiveSale, credited: readonly Credited[]): string | undefined {
  if (sale.left.every((quantity) => quantity === 0)) return 'InvoiceAlreadyCredited'
  return credited.some(({ at, quantity }) => quantity > sale.left[at]!) ? 'CreditExceedsInvoice' : undefined
}

/** The chain of a subscriber, with the numbers of its periods as far as they are known. */
export interface YearChain extends NaiveChain {
  members: number[]
}

/** What a run's document becomes. */
export const runBody = ({ customer, lines }: NaiveInvoice, zone: number, date: string): InvoiceBody => ({
  ...{ customer, zone, date, currency: 'DKK', rate: '100', isVatIncluded: false },
  lines: lines.map(([quantity, price, discount]) => ({
    product: 'ABO',
    quantity,
    price,
    discount,
    accrual: undefined,
  })),
})

const CATEGORIES: Record<string, string> = { U25: 'S', UEUV: 'K', UEUY: 'AE', UEXP: 'G', UYXP: 'O' }

/** The category of each line's VAT code in an e-invoice; O stands alone in a document. */
export function categoriesOf({ sold }: NaiveFacts, { lines, zone }: InvoiceBody): string[] {
  const all = lines.map(({ product }) => CATEGORIES[sold!.get(`${product} ${zone}`)!.vat ?? ''] ?? 'E')
  return new Set(all).size === 1 ? all : all.map((category) => (category === 'O' ? 'E' : category))
}

/** What a booked invoice comes to: gross and VAT, in cents of its currency. */
export function totalsOf(entries: readonly NaiveEntry[], number: number): [gross: bigint, vat: bigint] {
  const own = entries.filter(({ type, journal, voucher }) => type === 1 && journal === null && voucher === number)
  const sum = (some: readonly NaiveEntry[]): bigint => some.reduce((total, { amount }) => total + amount, 0n)
  return [sum(own.filter(({ customer }) => customer !== null)), -sum(own.filter(({ taxOf }) => taxOf !== undefined))]
}
