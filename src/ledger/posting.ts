import type { RateMillionths } from './currency.ts'

/** One line of a voucher, ready to be booked. Positive is debit, negative is credit. */
export interface Posting {
  accountNumber: number
  /** 1 customer invoice … 10 manual customer invoice, as in booked entries. */
  type: number
  /** ISO day. */
  date: string
  accountingYear: string
  journalNumber: number | null
  voucherNumber: number
  /** Cents of `currency`. */
  amount: bigint
  /** Cents of the base currency. */
  base: bigint
  currency: string
  exchangeRate: RateMillionths
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

/** Type of postings nobody typed in: the rounding difference, the months of an accrual. */
export const SYSTEM_ENTRY = 9
/** Type of the balances a year begins with. */
export const OPENING_ENTRY = 7
