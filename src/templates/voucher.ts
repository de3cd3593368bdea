import { BANK } from './groundwork.ts'

/** A voucher of the demo company before it has a number. Its lines balance, except in two drafts. */
export interface Voucher {
  journal: number
  /** ISO date. */
  date: string
  lines: readonly Line[]
}

/** What becomes one draft entry. */
export interface Line {
  /** 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice. */
  type: 2 | 3 | 4 | 5 | 10
  text: string
  /** Hundredths of the currency, signed for the own side: the party's, or `account`'s. */
  amount: bigint
  currency: string
  account?: number
  contraAccount?: number
  contraVatCode?: string
  customer?: number
  customerInvoice?: number
  supplier?: number
  supplierInvoice?: string
  /** An asset that is there. */
  asset?: number
}

/** An amount with 25 % VAT added, in the unit it is given in; øre are exact where the net is a multiple of 4. */
export function plusTax(net: bigint): bigint {
  return (net * 5n) / 4n
}

/** One finance line in DKK, debit positive. */
export function post(account: number, amount: bigint, text: string): Line {
  return { type: 5, account, amount, currency: 'DKK', text }
}

/** The line of a payment over the currency's bank account. */
export function overBank(payment: Line): Line {
  return { ...payment, contraAccount: BANK[payment.currency] ?? BANK.DKK }
}
