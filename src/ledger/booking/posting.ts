import type { Posting } from './entry-columns.ts'

export { BLANK, type Posting } from './entry-columns.ts'

/** What the posting of a party has and no other. */
export const NO_PARTY = {
  customerNumber: null,
  customerInvoiceNumber: null,
  supplierNumber: null,
  supplierInvoiceNumber: null,
  externalNumber: null,
  dueDate: null,
} as const satisfies Partial<Posting>

/** The posting with its amounts and quantities on the other side. */
export function opposite(posting: Posting): Posting {
  const { amount, amountInBaseCurrency, quantity1, quantity2 } = posting
  return {
    ...posting,
    amount: -amount,
    amountInBaseCurrency: -amountInBaseCurrency,
    quantity1: quantity1 === null ? null : -quantity1,
    quantity2: quantity2 === null ? null : -quantity2,
  }
}

/** Type of automatic postings: the rounding difference, the months of an accrual, an exchange difference. */
export const SYSTEM_ENTRY = 9
/** Type of the balances a year begins with. */
export const OPENING_ENTRY = 7
