/**
 * An open item that lines pay: of a customer or a supplier, by its invoice number; without an amount as much as is
 * open.
 */
export interface AskedItem {
  customerNumber?: number
  supplierNumber?: number
  invoiceNumber: string
  amount?: string
}

/** An item's key: whose it is, and its number. */
export const itemKey = (item: {
  customerNumber?: number | null
  supplierNumber?: number | null
  invoiceNumber: string
}): string =>
  JSON.stringify([item.customerNumber ?? null, item.supplierNumber ?? null, item.invoiceNumber.toLowerCase()])

/** A posting against the bank: what came in from it is positive. */
export interface AskedLine {
  accountNumber: number
  amount: string
  vatCode?: string
  text?: string
  departmentNumber?: number
}

/** Lines of a bank account, and what they belong to in the ledger. */
export interface AskedMatch {
  bankLines: number[]
  entries?: number[]
  drafts?: number[]
  items?: AskedItem[]
  lines?: AskedLine[]
  /** The last item is paid in part where the lines come to less, and stays open with the rest. */
  leaveOpen?: boolean
  /** Where the difference between items and lines is posted. */
  differenceAccountNumber?: number
  /** The same, with the VAT of the items in proportion. */
  writeOffAccountNumber?: number
}

/** What a request asks for. */
export interface AskedMatches {
  matches: AskedMatch[]
  preview?: boolean
  book?: boolean
}
