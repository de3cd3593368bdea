import type { Transaction } from '../database/connection.ts'
import { bookEntries } from '../ledger/booking/book.ts'
import { createDraftEntries } from '../ledger/drafts/drafts.ts'
import type { DraftEntryInput } from '../ledger/drafts/drafts.ts'
import { centsToText } from '../ledger/money.ts'
import type { DemoDays } from './calendar.ts'
import { journals } from './groundwork.ts'
import type { Invoicing } from './invoicing.ts'
import { settleVat } from './vat-settlement.ts'
import { voucherNumbers } from './voucher.ts'
import type { NumberedVoucher, Voucher } from './voucher.ts'

const BASE_CURRENCY = 'DKK'

/**
 * After this quarter, statements are planned anew. The first plans were made while there were no entries. Then an index of all entries of the
 * agreement looked as good for finding one entry as the right index. Within one transaction nothing else makes new plans.
 */
const OLD_PLANS = 2

/**
 * Books the vouchers as a bookkeeper does, quarter by quarter and journal by journal, through the same ledger as the
 * API. Books the invoices of a quarter first, settles its VAT last, and leaves the drafts as they are.
 */
export async function fillBooks(
  transaction: Transaction,
  agreement: number,
  { quarterEnds, lastBooked }: DemoDays,
  vouchers: { booked: readonly Voucher[]; drafts: readonly Voucher[] },
  invoices: Invoicing,
): Promise<void> {
  const number = voucherNumbers(journals)
  let waiting = [...vouchers.booked]
  const bookUntil = async (day: string) => {
    await book(transaction, agreement, number(waiting.filter(({ date }) => date <= day)))
    waiting = waiting.filter(({ date }) => date > day)
  }
  for (const [at, end] of quarterEnds.entries()) {
    waiting.push(...(await invoices.until(end)))
    await bookUntil(end)
    waiting.push(...(await settleVat(transaction, agreement, end)))
    await bookUntil(end)
    if (at === OLD_PLANS) await transaction.script('DISCARD PLANS')
  }
  waiting.push(...(await invoices.until(lastBooked)))
  await bookUntil(lastBooked)
  await invoices.leaveDrafts()
  await draft(transaction, agreement, number(vouchers.drafts))
  await transaction.rows(
    `UPDATE journal j SET next_voucher_number = greatest(j.next_voucher_number, 1 + used.number)
     FROM (
       SELECT journal_number, max(voucher_number) AS number FROM (
         SELECT e.journal_number, e.voucher_number FROM booked_entry e WHERE e.agreement = $1
         UNION ALL SELECT d.journal_number, d.voucher_number FROM draft_entry d WHERE d.agreement = $1
       ) AS entry GROUP BY journal_number
     ) AS used
     WHERE j.agreement = $1 AND j.number = used.journal_number`,
    [agreement],
  )
}

async function book(transaction: Transaction, agreement: number, vouchers: readonly NumberedVoucher[]): Promise<void> {
  await draft(transaction, agreement, vouchers)
  const used = [...new Set(vouchers.map((voucher) => voucher.journal))].sort((a, b) => b - a)
  for (const journalNumber of used) {
    await bookEntries(transaction, { agreement, journalNumber, selection: { kind: 'all' } })
  }
}

async function draft(transaction: Transaction, agreement: number, vouchers: readonly NumberedVoucher[]): Promise<void> {
  const context = { agreement, baseCurrency: BASE_CURRENCY }
  await createDraftEntries(transaction, context, vouchers.flatMap(draftEntries))
}

function draftEntries(voucher: NumberedVoucher): DraftEntryInput[] {
  return voucher.lines.map((line) => ({
    entryTypeNumber: line.type,
    journalNumber: voucher.journal,
    voucherNumber: voucher.number,
    date: voucher.date,
    amount: centsToText(line.amount),
    currency: line.currency,
    exchangeRate: line.exchangeRate,
    accountNumber: line.account,
    contraAccountNumber: line.contraAccount,
    contraVatCode: line.contraVatCode,
    text: line.text,
    customerNumber: line.customer,
    customerInvoiceNumber: line.customerInvoice?.toString(),
    supplierNumber: line.supplier,
    supplierInvoiceNumber: line.supplierInvoice,
  }))
}
