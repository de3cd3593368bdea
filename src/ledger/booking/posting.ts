import type { RateMillionths } from '../currency.ts'

/** What an entry says beside its amounts. */
export interface EntryFacts {
  accountNumber: number
  /** 1 customer invoice … 10 manual customer invoice. */
  type: number
  /** ISO day. */
  date: string
  accountingYear: string
  journalNumber: number | null
  voucherNumber: number
  currency: string
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
  /** Instead of a department: how reports share the entry out among departments. */
  departmentalDistributionNumber: number | null
  /** Keys of dimensions 2 and 3: of a value, or a distribution. */
  dimension2Key: number | null
  dimension3Key: number | null
  unit1Number: number | null
  unit2Number: number | null
  employeeNumber: number | null
  assetNumber: number | null
}

/** One line of a voucher, ready to be booked. Positive is debit, negative is credit. */
export interface Posting extends EntryFacts {
  /** Cents of `currency`. */
  amount: bigint
  /** Cents of the base currency. */
  base: bigint
  exchangeRate: RateMillionths
  /** Ten-thousandths of the unit, with the sign of the amount. */
  quantity1: bigint | null
  quantity2: bigint | null
}

/**
 * An empty posting, to be spread first. It has every property, so later ones only change values: that is many times faster than adding
 * them.
 */
export const BLANK: Posting = {
  accountNumber: 0,
  type: 0,
  date: '',
  accountingYear: '',
  journalNumber: null,
  voucherNumber: 0,
  amount: 0n,
  base: 0n,
  currency: '',
  exchangeRate: 0n,
  text: null,
  vatCode: null,
  customerNumber: null,
  customerInvoiceNumber: null,
  supplierNumber: null,
  supplierInvoiceNumber: null,
  dueDate: null,
  projectNumber: null,
  costTypeNumber: null,
  departmentNumber: null,
  departmentalDistributionNumber: null,
  dimension2Key: null,
  dimension3Key: null,
  unit1Number: null,
  quantity1: null,
  unit2Number: null,
  quantity2: null,
  employeeNumber: null,
  assetNumber: null,
}

/** The posting with its amounts and quantities on the other side. */
export function opposite(posting: Posting): Posting {
  const { amount, base, quantity1, quantity2 } = posting
  return {
    ...posting,
    amount: -amount,
    base: -base,
    quantity1: quantity1 === null ? null : -quantity1,
    quantity2: quantity2 === null ? null : -quantity2,
  }
}

/** Type of automatic postings: the rounding difference, the months of an accrual, an exchange difference. */
export const SYSTEM_ENTRY = 9
/** Type of the balances a year begins with. */
export const OPENING_ENTRY = 7
