import type { Amount } from './money.ts'

/** Where the APIs are that the console reads. */
export const PATHS = {
  daybook: '/daybookapi/v1.0.0',
  accounts: '/accountsapi/v7.0.1',
  journals: '/journalsapi/v15.0.1',
  sales: '/q2capi/v5.3.0',
} as const

/** The whole chart: accounts, headings and sums. 1 and 2 take entries, 3 and 6 are sums, 4 and 5 headings. */
export interface Account {
  number: number
  name: string
  type: number
  vatCode: string | null
  totalFromAccountNumber: number | null
  isBarred?: boolean
}

/** A page of a list by cursor. */
export interface Listed<T> {
  items: T[]
  cursor?: string | number | null
}

/** The company of the agreement. */
export interface Company {
  name: string
  corporateIdentificationNumber: string | null
  country: string | null
}

/** A line of the trial balance: of an account, or of a sum of the chart. */
export interface Line {
  accountNumber: number
  openingBalance: Amount
  debit: Amount
  credit: Amount
  closingBalance: Amount
  /** Debit less credit. */
  movement: Amount
  /** At the end of the days that it is compared with, and how far the closing balance is from that. */
  comparedClosingBalance?: Amount
  closingDifference?: Amount
}

/** The trial balance of some days. */
export interface TrialBalance {
  items: Line[]
  sums: Line[]
  totalDebit: Amount
  totalCredit: Amount
  /** The days that it is compared with. */
  comparedFrom?: string
  comparedTo?: string
  provisional?: { accountNumber: number; amount: Amount }[]
}

/** An entry in the ledger of an account. */
export interface LedgerEntry {
  accountNumber: number
  entryNumber: number
  date: string
  type: number
  journalNumber: number | null
  voucherNumber: number
  text: string | null
  vatCode: string | null
  amount: Amount
  currency: string
  amountInBaseCurrency: Amount
  balance: Amount
}

/** The ledger of an account in some days. */
export interface Ledger {
  from: string
  to: string
  accounts: { accountNumber: number; name: string; openingBalance: Amount; closingBalance: Amount; movement: Amount }[]
  items: LedgerEntry[]
  cursor?: string
}

/** An entry as it was booked. */
export interface BookedEntry {
  entryNumber: number
  accountNumber: number
  amount: Amount
  amountInBaseCurrency: Amount
  currencyCode: string
  date: string
  dueDate: string | null
  text: string | null
  type: number
  vatAccountNumber: string | null
  voucherNumber: number
  journalNumber: number | null
  bookingNumber: number
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  remainder: Amount | null
}

/** A booking: what was booked at once, and the seal over it. */
export interface Booking {
  number: number
  firstEntry: number
  lastEntry: number
  /** The sum of its debits, in base currency. */
  amount: Amount
  journalNumber: number | null
  vouchers: { accountingYear: string; voucherNumber: number }[]
  app: number | null
  time: string
  person: string | null
  appName: string | null
  personName: string | null
  seal: string
}

/** A document of a voucher. */
export interface Filed {
  number: number
  pageCount: number
  voucherNumber: number
  accountingYear: string
  journalNumber: number | null
}

/** An accounting year. */
export interface Year {
  year: string
  fromDate: string
  toDate: string
}

/** A journal. */
export interface Journal {
  number: number
  name: string
  nextVoucherNumber: number
  customerContraAccount: number | null
  supplierContraAccount: number | null
}

const query = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value!).replace(/%(24|3A|2C)/g, decodeURIComponent)}`)
    .join('&')

/** The paths that screens read, so that two that need the same ask once. */
export const paths = {
  company: `${PATHS.daybook}/company`,
  accounts: `${PATHS.accounts}/Accounts`,
  intervals: `${PATHS.accounts}/TotalIntervals`,
  journals: `${PATHS.journals}/journals`,
  departments: `${PATHS.daybook}/departments`,
  currencies: `${PATHS.daybook}/currencies`,
  trialBalance: (from: string, to: string, departmentNumber?: number, compare?: string) =>
    `${PATHS.daybook}/trial-balance?${query({ from, to, departmentNumber, compare })}`,
  ledger: (account: number, from: string, to: string, cursor?: string) =>
    `${PATHS.daybook}/account-ledger?${query({ account, from, to, cursor })}`,
  bookings: (first: number, last: number) =>
    `${PATHS.daybook}/bookings?filter=firstEntry$lte:${last}$and:lastEntry$gte:${first}`,
  voucher: ({ fromDate, toDate }: Year, number: number) =>
    `${PATHS.daybook}/booked-entries?filter=voucherNumber$eq:${number}$and:date$gte:${fromDate}$and:date$lte:${toDate}`,
  attach: `${PATHS.daybook}/documents`,
  documentsOf: (first: number, last: number) =>
    `${PATHS.daybook}/documents?filter=voucherNumber$gte:${first}$and:voucherNumber$lte:${last}`,
  documents: (voucher: number) => `${PATHS.daybook}/documents?filter=voucherNumber$eq:${voucher}`,
  documentPdf: (number: number) => `${PATHS.daybook}/documents/${number}/pdf`,
  invoicePdf: (number: number) => `${PATHS.daybook}/invoices/by-number/${number}/pdf`,
  search: (text: string) => `${PATHS.daybook}/search?${query({ q: text })}`,
}
