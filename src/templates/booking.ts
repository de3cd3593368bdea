import type { Transaction } from '../database/connection.ts'
import { bookEntries } from '../ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput } from '../ledger/drafts/drafts.ts'
import { lockJournal } from '../ledger/drafts/facts.ts'
import { takeVoucherNumbers } from '../ledger/drafts/voucher-numbers.ts'
import { centsToText } from '../ledger/money.ts'
import { byDate, type DemoDays } from './calendar.ts'
import type { Voucher } from './voucher.ts'

const BASE_CURRENCY = 'DKK'

/**
 * After this quarter, statements are planned anew. The first plans were made while there were no entries. Then an index
 * of all entries of the agreement looked as good for finding one entry as the right index. Within one transaction
 * nothing else makes new plans.
 */
const OLD_PLANS = 2

/** A part of the books that is kept quarter by quarter, such as the invoices. */
export interface Part {
  /**
   * Does what is to be done up to a day: the last of a quarter, or the last of all.
   * @returns vouchers that follow from it, on any day.
   */
  until(day: string): Promise<readonly Voucher[]>
}

/**
 * Books the vouchers as a bookkeeper does, quarter by quarter and journal by journal, through the same ledger as the
 * API, and leaves the drafts as they are. In each quarter `first` is done before the vouchers are booked, and `then`
 * after them.
 */
export async function fillBooks(
  transaction: Transaction,
  agreement: number,
  { quarterEnds, today }: DemoDays,
  vouchers: { booked: readonly Voucher[]; drafts: readonly Voucher[] },
  parts: { first: readonly Part[]; then: readonly Part[] },
): Promise<void> {
  let waiting = [...vouchers.booked]
  const bookUntil = async (day: string) => {
    const due = waiting.filter(({ date }) => date <= day)
    waiting = waiting.filter(({ date }) => date > day)
    await book(transaction, agreement, due)
  }
  for (const [at, end] of [...quarterEnds, today].entries()) {
    for (const part of parts.first) waiting.push(...(await part.until(end)))
    await bookUntil(end)
    for (const part of parts.then) waiting.push(...(await part.until(end)))
    if (at === OLD_PLANS) await transaction.script('DISCARD PLANS')
  }
  await draftVouchers(transaction, agreement, vouchers.drafts)
}

async function book(transaction: Transaction, agreement: number, vouchers: readonly Voucher[]): Promise<void> {
  if (vouchers.length === 0) return
  await draftVouchers(transaction, agreement, vouchers)
  const used = [...new Set(vouchers.map((voucher) => voucher.journal))].sort((a, b) => b - a)
  for (const journalNumber of used) {
    await bookEntries(transaction, { agreement, journalNumber, selection: { kind: 'all' } })
  }
}

/** Drafts vouchers with the next numbers of their journals, in the order of their dates. */
export async function draftVouchers(
  transaction: Transaction,
  agreement: number,
  vouchers: readonly Voucher[],
): Promise<void> {
  const sorted = vouchers.toSorted(byDate)
  const numbers = new Map<Voucher, number>()
  for (const journalNumber of new Set(sorted.map(({ journal }) => journal))) {
    const own = sorted.filter(({ journal }) => journal === journalNumber)
    const journal = await lockJournal(transaction, agreement, journalNumber)
    const taken = await takeVoucherNumbers(transaction, agreement, journal!, own.length)
    for (const [at, voucher] of own.entries()) numbers.set(voucher, taken[at]!)
  }
  const entries = sorted.flatMap((voucher) => draftEntries(voucher, numbers.get(voucher)!))
  await createDraftEntries(transaction, { agreement, baseCurrency: BASE_CURRENCY }, entries)
}

const draftEntries = ({ journal, date, lines }: Voucher, voucherNumber: number): DraftEntryInput[] =>
  lines.map((line) => ({
    entryTypeNumber: line.type,
    journalNumber: journal,
    voucherNumber,
    date,
    amount: centsToText(line.amount),
    currency: line.currency,
    accountNumber: line.account,
    contraAccountNumber: line.contraAccount,
    contraVatCode: line.contraVatCode,
    text: line.text,
    customerNumber: line.customer,
    customerInvoiceNumber: line.customerInvoice?.toString(),
    supplierNumber: line.supplier,
    supplierInvoiceNumber: line.supplierInvoice,
    assetNumber: line.asset,
  }))
