import type { NewFile } from '../documents/store.ts'

/** A file that was looked through, and is to be taken into the inbox. */
export interface Looked {
  file: NewFile
  /** As it was sent. */
  name: string | null
  /** What was read of it, where it is an e-invoice. */
  einvoice?: LookedEInvoice
}

/** What the inbox keeps of an e-invoice. */
export interface LookedEInvoice {
  /** What its supplier is known by. */
  sender: string
  supplierName: string
  number: string
  date: string
  dueDate: string | null
  currency: string
  /** What it comes to; negative where it is a credit note. */
  amount: string
  /** All that was read of it. */
  json: string
  /** The PDF made of it, then the files that were in it. */
  parts: { file: NewFile; role: 'readable' | 'attachment'; name: string }[]
}
