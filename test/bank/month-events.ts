import type { Chance } from '../chance.ts'
import type { Day } from '../ledger/naive-facts.ts'
import type { Currency } from './month-world.ts'

/** An open item, as the accountant's own books have it. What is owed to the company is positive. */
export interface Owed {
  kind: 'customer' | 'supplier'
  party: number
  name: string
  invoice: string
  currency: Currency
  open: bigint
  date: Day
}

/** What a line of the bank really is. Lines that share one belong together. */
export type Truth =
  /** Pays items: each whole, or the only one in part. `rest` is what the whole items are less, and where that goes. */
  | { is: 'items'; items: Owed[]; inPart?: boolean; rest?: { account: number; amount: bigint }; rate?: string }
  /** Is booked: the vouchers of the company's own journal. */
  | { is: 'entries'; vouchers: number[] }
  /** Is drafted, and not booked yet. */
  | { is: 'draft'; voucher: number }
  /** Is posted on accounts; amounts as the bank has them. */
  | { is: 'lines'; lines: { account: number; amount: bigint; vat?: string | undefined }[] }
  | { is: 'nothing'; reason: string }

/** Something that happens on an account at the bank. */
export interface BankEvent {
  bank: Currency
  date: Day
  amount: bigint
  text: string
  /** Of the other party, where the bank tells it. */
  name?: string | undefined
  /** The bank's own reference; some say `NONREF`. */
  reference?: string | undefined
  original?: { amount: bigint; currency: string }
  isReversal?: boolean
  /** Those of one batch are one entry of a camt file. Those that do not sum to it become one line. */
  batch?: number
  truth: Truth
}

/** A payment id of card +71: 14 digits and their check digit, weights 1 and 2 from the left. */
export function paymentId(invoice: string): string {
  const digits = invoice.padStart(14, '0')
  let sum = 0
  for (let at = 0; at < 14; at += 1) {
    const product = Number(digits[at]) * (at % 2 === 0 ? 1 : 2)
    sum += product > 9 ? product - 9 : product
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Two digits of the number change places; those that do not look alike. */
export function swapped(number: string): string {
  for (let at = number.length - 1; at > 0; at -= 1) {
    const [one, other] = [number[at - 1]!, number[at]!]
    if (one !== other && /\d/.test(one) && /\d/.test(other) && at > 1) {
      return number.slice(0, at - 1) + other + one + number.slice(at + 1)
    }
  }
  return `${number}0`
}

/** Where an invoice is named: in the text, and whether the payer's name comes with it. */
export interface Said {
  text: string
  name?: string | undefined
}

/** What a payer of the invoice writes. */
export function naming(chance: Chance, { name, invoice }: Owed): Said {
  const isShort = invoice.replace(/\D/g, '').length < 4
  const texts = [
    `Faktura ${invoice}`,
    `Fakturanr. ${invoice}`,
    `Betaling af faktura ${invoice}`,
    `FAKTURA ${invoice} TAK FOR DENNE GANG`,
    ...(isShort ? [] : [invoice, `Overførsel ${invoice}`, `Bgs ${name} ${invoice}`, `Betaling ${invoice}/${name}`]),
  ]
  return { text: chance.pick(texts), ...(chance.maybe(0.6) && { name }) }
}

/** The same by the id of a payment slip, as banks have it. */
export function byPaymentId(chance: Chance, { name, invoice }: Owed): Said {
  const id = paymentId(invoice)
  const text = chance.pick([`+71<${id}+81234567<`, `FIK-indbetaling ${id}`, `Indbetalingskort 71 ${id}`])
  return { text, ...(chance.maybe(0.5) && { name }) }
}

/** One digit of the number is wrong; banks say who paid. */
export const wrongly = ({ name, invoice }: Owed): Said => ({ text: `Faktura ${swapped(invoice)}`, name })

/** Nothing is named but the payer, or not even that. */
export const silently = (chance: Chance, { name }: Owed): Said =>
  chance.maybe(0.5) ? { text: 'Indbetaling', name } : { text: chance.pick(['Overførsel', 'Indbetaling', 'Betaling']) }

/** Another number stands beside that of the invoice: of an order, of a customer, a year or a telephone. */
export function besideAnother(chance: Chance, owed: Owed, others: readonly Owed[]): Said {
  const other = others.length > 0 && chance.maybe(0.5) ? chance.pick(others).invoice : String(chance.int(1000, 99_999))
  const beside = chance.pick([`kundenr ${owed.party}`, `ordre ${other}`, `tlf ${chance.int(20_000_000, 99_999_999)}`])
  return { text: `Faktura ${owed.invoice} ${beside}`, ...(chance.maybe(0.7) && { name: owed.name }) }
}

/** Digits where the text has #. */
export const filled = (chance: Chance, text: string): string => text.replace(/#/g, () => String(chance.int(0, 9)))
