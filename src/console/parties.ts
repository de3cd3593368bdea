import { PATHS } from './books.ts'
import type { Amount } from './money.ts'
import type { Ages } from './today.ts'

/** Those who owe the company, and those whom it owes. */
export type PartyKind = 'customer' | 'supplier'

/** What one party owes, or is owed, by age. */
export interface AgedParty extends Ages {
  customerNumber?: number
  supplierNumber?: number
  name: string
  total: Amount
}

/** The aged report of customers or suppliers. */
export interface AgedParties extends Ages {
  date: string
  total: Amount
  items: AgedParty[]
}

/** An entry of a party, as its open items and its statement have it. */
export interface PartyEntry {
  customerNumber?: number
  supplierNumber?: number
  entryNumber: number
  /** 3 is the invoice of a supplier. */
  type: number
  date: string
  dueDate: string | null
  journalNumber: number | null
  voucherNumber: number
  customerInvoiceNumber?: number | null
  supplierInvoiceNumber?: string | null
  text: string | null
  currency: string
  amount: Amount
  amountInBaseCurrency: Amount
  balanceInBaseCurrency?: Amount
  remainderInCurrency: Amount
  remainderInBaseCurrency: Amount
}

/** The statement of a party in some days. */
export interface PartyStatement {
  from: string
  to: string
  name: string
  openingBalanceInBaseCurrency: Amount
  closingBalanceInBaseCurrency?: Amount
  items: PartyEntry[]
}

/** What is known of a party. */
export interface Party {
  number: number
  name: string
  email?: string | null
  phone?: string | null
  address?: string | null
  postalCode?: string | null
  city?: string | null
  corporateIdentificationNumber?: string | null
  paymentTermNumber?: number | null
  bankAccount?: string | null
}

/** The number of the party of a row. */
export const numberOf = (row: { customerNumber?: number; supplierNumber?: number }): number =>
  (row.customerNumber ?? row.supplierNumber)!

/** The invoice of an entry, as it is numbered. */
export const invoiceOf = (entry: PartyEntry): string =>
  String(entry.customerInvoiceNumber ?? entry.supplierInvoiceNumber ?? '')

/** What the screens of customers and suppliers read. */
export const partyPaths = {
  aged: (kind: PartyKind, date: string, currency?: string) =>
    `${PATHS.daybook}/aged-${kind}s?date=${date}${currency === undefined ? '' : `&currency=${currency}`}`,
  count: (kind: PartyKind) => `${PATHS.daybook}/${kind}s/count`,
  openItems: (kind: PartyKind, date: string) => `${PATHS.daybook}/open-${kind}-items?date=${date}`,
  party: (kind: PartyKind, number: number) => `${PATHS.daybook}/${kind}s/${number}`,
  statement: (kind: PartyKind, number: number, from: string, to: string) =>
    `${PATHS.daybook}/statements/${kind}s/${number}?from=${from}&to=${to}`,
  /** Customers alone get their statement as a letter. */
  letter: (number: number, from: string, to: string) =>
    `${PATHS.daybook}/statements/customers/${number}/pdf?from=${from}&to=${to}`,
}
