/** What a SAF-T file says, checked and compact. Amounts are bigint cents, debit positive; dates are ISO `YYYY-MM-DD`. */
export interface SafTFile {
  /** `AuditFileVersion` as the file has it. */
  version: string
  company: { registrationNumber: string | undefined; name: string }
  /** ISO 4217 code every amount is in. */
  defaultCurrency: string
  /** First and last day of the selection. */
  periodFrom: string
  periodTo: string
  accounts: SafTAccount[]
  customers: SafTParty[]
  suppliers: SafTParty[]
  journals: SafTJournal[]
  transactions: SafTTransaction[]
  /** Counted and summed from the transactions; equal to what the file states. `credit` is positive. */
  totals: { transactions: number; lines: number; debit: bigint; credit: bigint }
}

/** An account of the general ledger. */
export interface SafTAccount {
  accountId: string
  description: string
  /** `StandardAccountID` (1.10, 1.20) or `GroupingCode` (1.30). */
  standardAccountId: string | undefined
  /** `GroupingCategory` (1.30). */
  groupingCategory: string | undefined
  openingBalance: bigint
  closingBalance: bigint
  line: number
}

/** A party's balance on one summary account; 1.10 and 1.20 have at most one. */
export interface SafTPartyBalance {
  accountId: string | undefined
  openingBalance: bigint
  closingBalance: bigint
  /** Line of the AccountID, or of the party where there is none. */
  line: number
}

/** A customer or a supplier. */
export interface SafTParty {
  id: string
  name: string
  registrationNumber: string | undefined
  vatNumber: string | undefined
  balances: SafTPartyBalance[]
  street: string | undefined
  postalCode: string | undefined
  city: string | undefined
  country: string | undefined
  phone: string | undefined
  email: string | undefined
  bankAccount: string | undefined
  /** Days to pay; with `paymentTermEndOfMonth` they run from the end of the invoice's month. */
  paymentTermDays: number | undefined
  paymentTermEndOfMonth: boolean
  currency: string | undefined
  line: number
}

/** A journal of the general ledger entries. */
export interface SafTJournal {
  journalId: string
  description: string
  line: number
}

/** A transaction: lines that balance, at one date in one journal. */
export interface SafTTransaction {
  transactionId: string
  journalId: string
  /** `TransactionDate`: the date the transaction is booked at. */
  date: string
  period: number
  year: number
  description: string
  lines: SafTLine[]
  line: number
}

/** A line of a transaction; `amount` in cents of the default currency, debit positive. */
export interface SafTLine {
  recordId: string
  accountId: string
  customerId: string | undefined
  supplierId: string | undefined
  amount: bigint
  /** The amount in another currency than the default one, signed as `amount`. */
  currency: { code: string; amount: bigint } | undefined
  description: string
  /** `ReferenceNumber`: the invoice number where the line is an invoice or its payment. */
  referenceNumber: string | undefined
  /** `SourceDocumentID`. */
  documentId: string | undefined
  dueDate: string | undefined
  line: number
}

/** Told as a long file is worked through; `total` is the end of the stage in the same unit as `done`. */
export type Progress = (progress: { stage: string; done: number; total: number }) => void
