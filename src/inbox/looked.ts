import type { NewFile } from '../documents/store.ts'
import { centsOf, centsToText } from '../ledger/money.ts'
import type { ToldFile } from './jobs.ts'
import type { EInvoice } from './reading/einvoice.ts'
import { senderOf } from './sender.ts'

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

/** What it comes to: negative where the company gets it back. */
function amountOf({ totals, isCreditNote }: EInvoice): string {
  const cents = centsOf(totals.gross) + centsOf(totals.rounding)
  return centsToText(isCreditNote ? -cents : cents)
}

/**
 * What the inbox keeps of an e-invoice that was read.
 * @param files what is told of the files inside it.
 * @param parts those that are kept, after the PDF made of it.
 */
export function lookedEInvoice(
  einvoice: EInvoice,
  files: readonly ToldFile[],
  parts: LookedEInvoice['parts'],
): LookedEInvoice {
  const { seller, number, date, dueDate, currency } = einvoice
  const told = files.map(({ name, mimeType, bytes, reason }) => ({ name, mimeType, bytes, reason }))
  return {
    sender: senderOf(einvoice),
    supplierName: seller.name,
    number,
    date,
    dueDate,
    currency,
    amount: amountOf(einvoice),
    json: JSON.stringify({ ...einvoice, files: told }),
    parts,
  }
}
