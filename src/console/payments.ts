import { PATHS } from './books.ts'
import type { Amount } from './money.ts'
import type { Word } from './words/en.ts'

/** Payments that go to a bank in one file. */
export interface Proposal {
  number: number
  bankAccountNumber: number
  paymentDate: string
  state: 'waiting' | 'settled' | 'cancelled'
  payments: number
  /** What its payments come to, by currency. */
  totals: { currency: string; amount: Amount }[]
  messageId: string
  payerAccount: string
  proposedAt: string
  person?: string | null
}

/** A payment of a proposal. */
export interface Payment {
  number: number
  state: 'waiting' | 'settled' | 'cancelled'
  supplierNumber: number
  invoiceNumber: string
  dueDate: string
  currency: string
  amount: Amount
  account: string
  message: string | null
  payeeName: string
}

/** An item that is due. */
export interface DueItem {
  supplierNumber: number
  /** Of the supplier. */
  name: string
  invoiceNumber: string
  dueDate: string
  currency: string
  amount: Amount
}

/** What would be paid, and what not and why. */
export interface Proposed {
  number: number | null
  payments: (DueItem & { account: string; message: string | null; payeeName: string })[]
  skipped: (DueItem & { reason: string; message: string })[]
  totals: { currency: string; amount: Amount; payments: number }[]
}

/** Why an item is not paid, in the words of the reader. */
export const WHY_SKIPPED: Readonly<Record<string, Word>> = {
  credit: 'skipCredit',
  currencyNeedsIban: 'skipNeedsIban',
  drafted: 'skipDrafted',
  noAccount: 'skipNoAccount',
  notToBePaid: 'skipNotToBePaid',
  paymentIdInvalid: 'skipPaymentId',
  severalCurrencies: 'skipCurrencies',
  supplierBarred: 'skipBarred',
  waiting: 'skipWaiting',
}

const DB = PATHS.daybook

/** The forms of the file for the bank, the usual one first. */
export const PAIN = ['pain.001.001.03', 'pain.001.001.09'] as const

/** What the screen of payments reads and writes. */
export const paymentPaths = {
  proposals: `${DB}/payment-proposals`,
  recent: `${DB}/payment-proposals/paged?sort=-number&pageSize=100`,
  payments: (proposal: number) => `${DB}/payments?filter=proposalNumber$eq:${proposal}`,
  file: (proposal: number, version: (typeof PAIN)[number]) => `${DB}/payment-proposals/${proposal}/${version}`,
  cancel: (proposal: number) => `${DB}/payment-proposals/${proposal}/cancel`,
} as const

/** What names an item: its supplier and its invoice. */
export const itemName = ({ supplierNumber, invoiceNumber }: Omit<DueItem, 'name'>): string =>
  `${supplierNumber} ${invoiceNumber}`

/**
 * What is asked for: all that is due by a day, or, where some of it is left out, the rest item by item.
 * @param left the names of the items that are left out.
 */
export function proposalBody(
  given: { bankAccountNumber: number; paymentDate: string; dueTo: string },
  payments: readonly Omit<DueItem, 'name'>[],
  left: ReadonlySet<string>,
): Record<string, unknown> {
  const { bankAccountNumber, paymentDate } = given
  if (!payments.some((one) => left.has(itemName(one)))) return given
  const items = payments
    .filter((one) => !left.has(itemName(one)))
    .map(({ supplierNumber, invoiceNumber }) => ({ supplierNumber, invoiceNumber }))
  return { bankAccountNumber, paymentDate, items }
}
