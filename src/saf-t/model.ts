import type { Country } from './namespaces.ts'

/**
 * The content of a SAF-T file, checked and compact. Amounts are bigint cents, debit positive. Dates are ISO
 * `YYYY-MM-DD`.
 */
export interface SafTFile {
  /** Whose format it is. */
  format: Country
  /** Of a Danish file: the version of the standard chart that StandardAccountIDs are of. */
  chartVersion: string | undefined
  /** `AuditFileVersion` as the file has it. */
  version: string
  company: { registrationNumber: string | undefined; name: string }
  /** ISO 4217 code every amount is in. */
  defaultCurrency: string
  /** First and last day of the selection. */
  periodFrom: string
  periodTo: string
  accounts: SafTAccount[]
  taxCodes: SafTTaxCode[]
  /** VAT codes as Daybook's own export describes them, by code. */
  ownCodes: Map<string, SafTOwnCode>
  /**
   * What Daybook's own export says of the books beyond the format; undefined in any other file. Its TransactionIDs
   * begin with voucher numbers.
   */
  own: SafTOwnBooks | undefined
  customers: SafTParty[]
  suppliers: SafTParty[]
  journals: SafTJournal[]
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
  /** `AccountType`: Asset, Liability, Sale, Expense, Other in Danish files. */
  accountType: string | undefined
  openingBalance: bigint
  closingBalance: bigint
  line: number
}

/** A VAT code of the tax table. A code with several rates is there several times. */
export interface SafTTaxCode {
  taxCode: string
  description: string | undefined
  percentage: SafTPercentage
  /** Days from and to which the rate holds. */
  from: string | undefined
  to: string | undefined
  /** Its Norwegian standard code; `NA` where none is like it. */
  standardCode: string | undefined
}

/** Ten-thousandths of a per cent; undefined where none is stated, null for one that no VAT code can have. */
export type SafTPercentage = bigint | undefined | null

/**
 * The accounting years of the days, the account that results go to, and how many pairs of entries settle each other.
 */
export interface SafTOwnBooks {
  years: { from: string; to: string; isClosed: boolean }[]
  resultAccountId: string | undefined
  matches: number
}

/** The type of a VAT code and the accounts of its tax. The format has no element for them. */
export interface SafTOwnCode {
  /** 1 sales, 2 purchase. */
  type: 1 | 2
  accountId: string
  contraAccountId: string | undefined
  /** Per cent of the tax that is deducted. */
  deductible: string
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
  /**
   * The amount in another currency than the default one, signed as `amount`. The rate is for one unit, as the file has
   * it.
   */
  currency: { code: string; amount: bigint; rate: string | undefined } | undefined
  description: string
  /** `ReferenceNumber`: the invoice number where the line is an invoice or its payment. */
  referenceNumber: string | undefined
  dueDate: string | undefined
  tax: SafTTax | undefined
  /** What the import cannot keep: whether the line has dimensions (`Analysis`), and how many further taxes. */
  hasAnalysis: boolean
  moreTaxes: number
  line: number
}

/** The VAT of a line. */
export interface SafTTax {
  taxCode: string
  percentage: SafTPercentage
  /** Cents without a sign, as versions before 1.30 do not state one. */
  amount: bigint
  /** Cents without a sign; undefined where the file states none, or a base that is not money. */
  base: bigint | undefined
}

/** Told of progress with a long file. `total` is the end of the stage, in the same unit as `done`. */
export type Progress = (progress: { stage: string; done: number; total: number }) => void
