import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import type { StoredDraft } from '../drafts/store.ts'

/** Of several drafts of an invoice the last counts, and a later booking before an earlier one. */
const KEEP = `
  INSERT INTO payment_detail (agreement, supplier_number, invoice_number, payment_type, account, message)
  SELECT DISTINCT ON (d.supplier_number, fold(d.supplier_invoice_number)) $1, d.supplier_number,
    fold(d.supplier_invoice_number), d.supplier_payment_type, d.supplier_payment_bank,
    left(d.supplier_payment_message, 250)
  FROM draft_entry d WHERE d.agreement = $1 AND d.entry_number = ANY ($2::int[])
    AND d.supplier_number IS NOT NULL AND d.supplier_invoice_number IS NOT NULL
  ORDER BY d.supplier_number, fold(d.supplier_invoice_number), d.entry_number DESC
  ON CONFLICT (agreement, supplier_number, invoice_number) DO UPDATE
    SET payment_type = excluded.payment_type, account = excluded.account, message = excluded.message`

/** Keeps how invoices of suppliers are to be paid, where their drafts say it: a booked entry does not have it. */
export async function keepPaymentDetails(
  transaction: Transaction,
  agreement: number,
  drafts: readonly StoredDraft[],
): Promise<void> {
  const told = drafts.filter(
    ({ supplierPaymentType }) => supplierPaymentType !== undefined && supplierPaymentType !== null,
  )
  if (told.length === 0) return
  await transaction.rows(KEEP, [agreement, arrayOf(elements(told.map(({ entryNumber }) => entryNumber)))])
}
