/** A part of a document that is posted elsewhere than the rest. */
export interface AskedLine {
  /** The identifier of a line of an e-invoice. */
  line?: string
  /** Of another document: the part of the amount. */
  amount?: string
  accountNumber?: number
  vatCode?: string
  departmentNumber?: number
  text?: string
}

/** What is asked for a draft of a document of the inbox. */
export interface AskedDraft {
  journalNumber: number
  supplierNumber?: number
  date?: string
  amount?: string
  currency?: string
  invoiceNumber?: string
  dueDate?: string
  text?: string
  accountNumber?: number
  vatCode?: string
  departmentNumber?: number
  contraAccountNumber?: number
  lines?: AskedLine[]
  prepaidAccountNumber?: number
  roundingAccountNumber?: number
}
