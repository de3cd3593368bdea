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

/** The properties of an entry with the types of their columns. */
export const ENTRY_TYPES = {
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
  unit1Number: 'int',
  quantity1: 'numeric',
  unit2Number: 'int',
  quantity2: 'numeric',
  employeeNumber: 'int',
  assetNumber: 'int',
  departmentalDistributionNumber: 'int',
  dimension2Key: 'int',
  dimension3Key: 'int',
} as const
/** The columns of `booked_entry` that an entry is written to and read from. */
export const ENTRY_COLUMNS = columnsOf<SealedEntry>(ENTRY_TYPES)

type SealedValue = string | number | null

/** What a seal covers of every entry, in the seal's own order. Written out, as going through a list of names takes twice as long. */
const alwaysSealed = (entry: SealedEntry): SealedValue[] => [
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
]

/** Properties that came later: sealed only of entries that have any of them, so that older seals stay valid. */
const sealedWhereAny = (entry: SealedEntry): SealedValue[] => [
  entry.unit1Number,
  entry.quantity1,
  entry.unit2Number,
  entry.quantity2,
  entry.employeeNumber,
  entry.assetNumber,
]

/** Properties that came after those, sealed in the same way. */
const sealedKeys = (entry: SealedEntry): SealedValue[] => [
  entry.departmentalDistributionNumber,
  entry.dimension2Key,
  entry.dimension3Key,
]

/** Characters hashed at a time: handing over every line alone would take longer than hashing it. */
const CHUNK = 16_384

/** What a seal covers of the booking itself. */
export interface SealedContent {
  number: number
  journalNumber: number | null
  firstEntry: number
  lastEntry: number
  /** ISO, UTC, with milliseconds: `2026-01-31T08:00:00.000Z`. */
  bookedAt: string
  /** The app it was made for; sealed where there is one. */
  app?: number | null
  /** The grant of that app; sealed where there is one. */
  grant?: number | null
  /** What the log of documents has gained since the seal before, a line of JSON each; sealed where there is any. */
  documents?: string | null
  /** Where the agreement's logs end, as JSON (`logs.ts`); sealed where it is told. */
  logs?: string | null
}

/** The seal before an agreement's first booking. */
export const FIRST_SEAL = Buffer.alloc(32)

/**
 * Builds the seal of one booking (rule 5.3): SHA-256 over the seal before it, then one line of JSON for the
 * booking, one for each row that the log of documents has gained, one that tells where the logs end, and one for each of its entries, in the order of
 * their numbers.
 */
export class Sealer {
  readonly #hash: Hash
  /** Lines that are yet to be hashed. */
  #lines = ''

  constructor(previous: Buffer, booking: SealedContent) {
    const {
      number,
      journalNumber,
      firstEntry,
      lastEntry,
      bookedAt,
      app = null,
      grant = null,
      documents,
      logs,
    } = booking
    this.#hash = createHash('sha256').update(previous)
    const line = [number, journalNumber, firstEntry, lastEntry, bookedAt]
    const by = grant === null ? [app] : [app, grant]
    this.#line(app === null ? line : [...line, ...by])
    if (documents) this.#lines += `${documents}\n`
    if (logs) this.#lines += `${logs}\n`
  }

  add(entry: SealedEntry): void {
    const values = alwaysSealed(entry)
    const later = sealedWhereAny(entry)
    const keys = sealedKeys(entry)
    if (keys.some((value) => value !== null)) this.#line([...values, ...later, ...keys])
    else this.#line(later.some((value) => value !== null) ? [...values, ...later] : values)
  }

  /** Adds an entry as its line, without the line feed. */
  addLine(line: string): void {
    this.#text(`${line}\n`)
  }

  /** The 32 bytes; nothing can be added afterwards. */
  seal(): Buffer {
    return this.#hash.update(this.#lines).digest()
  }

  #line(values: readonly SealedValue[]): void {
    this.#text(`${JSON.stringify(values)}\n`)
  }

  #text(text: string): void {
    this.#lines += text
    if (this.#lines.length < CHUNK) return
    this.#hash.update(this.#lines)
    this.#lines = ''
  }
}
