import type { DraftEntryInput } from '../ledger/drafts/drafts.ts'
import type { Fault } from '../errors/catalogue.ts'

/** Types of entries: a supplier's invoice, a finance voucher. */
export const INVOICE = 3
export const FINANCE = 5

/** An entry that is to be drafted, and what the body calls its parts where it is at fault. */
export interface PlannedEntry {
  input: Omit<DraftEntryInput, 'journalNumber'>
  /** `lines[2].`, or nothing where all of the body says it. */
  place: string
}

/** The voucher that is to be drafted of a document. */
export interface Planned {
  entries: PlannedEntry[]
  supplierNumber: number | undefined
  /** What a bookkeeper should look at. */
  notes: string[]
}

/** What a draft entry calls a property, and what the body of the request calls it. */
const NAMES: Readonly<Record<string, string>> = {
  contraAccountNumber: 'accountNumber',
  contraVatCode: 'vatCode',
  supplierInvoiceNumber: 'invoiceNumber',
}

/** Properties that the body says once for all entries. */
const OF_ALL = ['supplierNumber', 'date', 'currency', 'invoiceNumber', 'dueDate', 'journalNumber']

/** A fault of an entry as one of the body. */
export function ofBody({ property, ...fault }: Fault, { input, place }: PlannedEntry): Fault {
  const own = property ?? ''
  const isTurned = input.entryTypeNumber === INVOICE
  const name = own === 'supplierInvoiceNumber' || isTurned ? (NAMES[own] ?? own) : own
  return { ...fault, property: OF_ALL.includes(name) ? name : `${place}${name}` }
}
