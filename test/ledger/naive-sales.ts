import type { NaiveChain, NaiveInvoice, NaiveSubscription } from '../sales/naive-subscriptions.ts'
import type { InvoiceBody, InvoiceLine } from './naive-invoices.ts'

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

export type { NaiveSubscription }
