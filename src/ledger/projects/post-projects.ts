import type { Transaction } from '../../database/connection.ts'
import { bookPostings } from '../booking/book-postings.ts'
import type { Booked } from '../booking/booked.ts'
import { BLANK, type Posting } from '../booking/posting.ts'
import { BASE_RATE } from '../currency.ts'
import { takeSystemVoucher } from '../drafts/voucher-numbers.ts'

/** The type of finance vouchers, as the postings of projects are (rule 14.4). */
const FINANCE_VOUCHER = 5

/** An amount of a project that moves from one account to another. */
export interface Transfer {
  /** ISO day. */
  date: string
  debit: number
  credit: number
  /** Cents of the base currency; a negative amount swaps debit and credit. */
  amount: bigint
  text: string
  projectNumber: number
  employeeNumber: number | null
  departmentNumber: number | null
  costTypeNumber?: number
}

/**
 * Books transfers as one voucher of no journal, two entries each, in their order: the debit, then the credit. The
 * ledger is locked.
 * @throws PostingsRefused with the first fault.
 */
export async function bookTransfers(
  transaction: Transaction,
  agreement: number,
  baseCurrency: string,
  transfers: readonly Transfer[],
): Promise<Booked> {
  const voucherNumber = await takeSystemVoucher(transaction, agreement)
  const postings = transfers.flatMap(({ debit, credit, amount, ...facts }): Posting[] => {
    const posting: Posting = {
      ...BLANK,
      ...facts,
      type: FINANCE_VOUCHER,
      accountNumber: debit,
      voucherNumber,
      currency: baseCurrency,
      exchangeRate: BASE_RATE,
      amount,
      amountInBaseCurrency: amount,
    }
    return [posting, { ...posting, accountNumber: credit, amount: -amount, amountInBaseCurrency: -amount }]
  })
  return await bookPostings(transaction, agreement, postings)
}
