import { createHash, type Hash } from 'node:crypto'
import { columnsOf } from '../columns.ts'
import type { EntryFacts } from './posting.ts'

/** A booked entry as the database writes each value: amounts with two decimals, quantities with four, the rate with six. */
export interface SealedEntry extends EntryFacts {
  entryNumber: number
  amount: string
  amountInBaseCurrency: string
  exchangeRate: string
  quantity1: string | null
  quantity2: string | null
}

/** What a seal covers of every entry. The order is the seal's own. */
const ALWAYS_SEALED = {
  entryNumber: 'int',
  accountNumber: 'int',
  type: 'int',
  date: 'date',
  accountingYear: 'text',
  journalNumber: 'int',
  voucherNumber: 'int',
  amount: 'numeric',
  amountInBaseCurrency: 'numeric',
  currency: 'text',
  exchangeRate: 'numeric',
  text: 'text',
  vatCode: 'text',
  customerNumber: 'int',
  customerInvoiceNumber: 'int',
  supplierNumber: 'int',
  supplierInvoiceNumber: 'text',
  dueDate: 'date',
  projectNumber: 'int',
  costTypeNumber: 'int',
  departmentNumber: 'int',
} as const

/** What came later: sealed of the entries that have any of it, so that the seals before it stay what they are. */
const SEALED_WHERE_ANY = {
  unit1Number: 'int',
  quantity1: 'numeric',
  unit2Number: 'int',
  quantity2: 'numeric',
  employeeNumber: 'int',
  assetNumber: 'int',
} as const

/** The properties of an entry with the types of their columns. */
export const ENTRY_TYPES = { ...ALWAYS_SEALED, ...SEALED_WHERE_ANY }
/** The columns of `booked_entry` that an entry is written to and read from. */
export const ENTRY_COLUMNS = columnsOf<SealedEntry>(ENTRY_TYPES)

/** Characters hashed at a time: handing over every line alone would take longer than hashing it. */
const CHUNK = 16_384

const ALWAYS = Object.keys(ALWAYS_SEALED) as (keyof typeof ALWAYS_SEALED)[]
const WHERE_ANY = Object.keys(SEALED_WHERE_ANY) as (keyof typeof SEALED_WHERE_ANY)[]

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
  /** Lines that are yet to be hashed. */
  #lines = ''

  constructor(previous: Buffer, booking: SealedBooking) {
    const { number, journalNumber, firstEntry, lastEntry, bookedAt } = booking
    this.#hash = createHash('sha256').update(previous)
    this.#line([number, journalNumber, firstEntry, lastEntry, bookedAt])
  }

  add(entry: SealedEntry): void {
    const values: (string | number | null)[] = []
    for (const property of ALWAYS) values.push(entry[property])
    if (WHERE_ANY.some((property) => entry[property] !== null)) {
      for (const property of WHERE_ANY) values.push(entry[property])
    }
    this.#line(values)
  }

  /** The 32 bytes; nothing can be added afterwards. */
  seal(): Buffer {
    return this.#hash.update(this.#lines).digest()
  }

  #line(values: readonly (string | number | null)[]): void {
    this.#lines += `${JSON.stringify(values)}\n`
    if (this.#lines.length < CHUNK) return
    this.#hash.update(this.#lines)
    this.#lines = ''
  }
}
