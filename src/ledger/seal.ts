import { createHash, type Hash } from 'node:crypto'

/** What a seal covers of a booked entry, as the database writes each value. The order below is the seal's own. */
export interface SealedEntry {
  entryNumber: number
  accountNumber: number
  type: number
  date: string
  accountingYear: string
  journalNumber: number | null
  voucherNumber: number
  /** Two decimals. */
  amount: string
  amountInBaseCurrency: string
  currency: string
  /** Six decimals. */
  exchangeRate: string
  text: string | null
  vatCode: string | null
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  dueDate: string | null
  projectNumber: number | null
  costTypeNumber: number | null
  departmentNumber: number | null
}

/** What a seal covers of the booking itself. */
export interface SealedBooking {
  number: number
  journalNumber: number | null
  firstEntry: number
  lastEntry: number
  /** ISO, UTC, with milliseconds: `2026-01-31T08:00:00.000Z`. */
  bookedAt: string
}

/** The seal before an agreement's first booking. */
export const FIRST_SEAL = Buffer.alloc(32)

/**
 * Builds the seal of one booking (ACCOUNTING.md, Ledger): SHA-256 over the seal before it, then one line of JSON for the
 * booking and one for each of its entries, in the order of their numbers.
 */
export class Sealer {
  readonly #hash: Hash

  constructor(previous: Buffer, booking: SealedBooking) {
    const { number, journalNumber, firstEntry, lastEntry, bookedAt } = booking
    this.#hash = createHash('sha256').update(previous)
    this.#line([number, journalNumber, firstEntry, lastEntry, bookedAt])
  }

  add(entry: SealedEntry): void {
    this.#line([
      entry.entryNumber,
      entry.accountNumber,
      entry.type,
      entry.date,
      entry.accountingYear,
      entry.journalNumber,
      entry.voucherNumber,
      entry.amount,
      entry.amountInBaseCurrency,
      entry.currency,
      entry.exchangeRate,
      entry.text,
      entry.vatCode,
      entry.customerNumber,
      entry.customerInvoiceNumber,
      entry.supplierNumber,
      entry.supplierInvoiceNumber,
      entry.dueDate,
      entry.projectNumber,
      entry.costTypeNumber,
      entry.departmentNumber,
    ])
  }

  /** The 32 bytes; nothing can be added afterwards. */
  seal(): Buffer {
    return this.#hash.digest()
  }

  #line(values: readonly (string | number | null)[]): void {
    this.#hash.update(`${JSON.stringify(values)}\n`)
  }
}
