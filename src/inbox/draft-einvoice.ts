import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import type { Work } from '../resource/operations.ts'
import { lastAlike } from './alike.ts'
import type { AskedDraft } from './asked.ts'
import { planEInvoice } from './plan-einvoice.ts'
import type { Planned } from './planned.ts'
import type { EInvoice } from './reading/einvoice.ts'
import { senderIn } from './supplier.ts'
import { EINVOICE_FACTS, type EInvoiceFacts } from './supplier-facts.ts'
import { keptEInvoice } from './einvoice-answer.ts'
import { purchaseCodes } from './vat-code.ts'

/**
 * The voucher of an e-invoice of the inbox. @throws ApiError where its supplier is not known, or its invoice is there
 * already.
 */
export async function planOfEInvoice(
  { transaction, caller }: Work,
  number: number,
  asked: AskedDraft,
): Promise<Planned> {
  const { agreement } = caller
  const [row] = await transaction.rows<{ facts: string }>(EINVOICE_FACTS, [agreement, number])
  const facts = JSON.parse(row!.facts) as EInvoiceFacts
  const einvoice = keptEInvoice(facts)
  const supplierNumber = asked.supplierNumber ?? supplierOf(einvoice, facts)
  await refuseRepeated(transaction, agreement, supplierNumber, einvoice)
  const [own] = await transaction.rows<{ rounding: number | null; hasTerms: boolean }>(
    `SELECT (SELECT s.account_number FROM system_account s WHERE s.agreement = $1 AND s.purpose = 'rounding')
      AS rounding,
       EXISTS (SELECT FROM supplier s WHERE s.agreement = $1 AND s.number = $2 AND s.payment_term_number IS NOT NULL)
         AS "hasTerms"`,
    [agreement, supplierNumber],
  )
  return planEInvoice(einvoice, asked, {
    supplierNumber,
    country: facts.country,
    alike: await lastAlike(transaction, agreement, supplierNumber),
    codes: await purchaseCodes(transaction, agreement),
    roundingAccount: own!.rounding ?? undefined,
    hasTerms: own!.hasTerms,
  })
}

function supplierOf(einvoice: EInvoice, facts: EInvoiceFacts): number {
  const { found, candidates } = senderIn(einvoice, facts)
  if (found) return found.number
  const message =
    candidates.length === 0
      ? `No supplier is ${einvoice.seller.name}.`
      : `Suppliers ${candidates.map((one) => one.number).join(', ')} have the number of ${einvoice.seller.name}.`
  throw new ApiError({ code: 'InboxSupplierUnknown', property: 'supplierNumber', message })
}

/**
 * Refuses an invoice that is drafted already, or booked and not reversed. A credit note may bear the number of what it
 * credits.
 */
async function refuseRepeated(
  transaction: Transaction,
  agreement: number,
  supplierNumber: number,
  { number, isCreditNote }: EInvoice,
): Promise<void> {
  const [there] = await transaction.rows<{ voucher: number; state: string }>(
    `SELECT * FROM (
       SELECT d.voucher_number AS voucher, 'drafted' AS state FROM draft_entry d
       WHERE d.agreement = $1 AND d.supplier_number = $2 AND d.entry_type_number = 3
         AND fold(d.supplier_invoice_number) = fold($3)
         AND (d.amount > 0) = $4
       UNION ALL
       SELECT b.voucher_number, 'booked' FROM booked_entry b
       WHERE b.agreement = $1 AND fold(b.supplier_invoice_number) = fold($3) AND b.supplier_number = $2 AND b.type = 3
         AND (b.amount > 0) = $4
         AND NOT EXISTS (SELECT FROM entry_reversal r WHERE r.agreement = $1
           AND b.entry_number IN (r.reversed_entry, r.reversing_entry))
     ) AS u LIMIT 1`,
    [agreement, supplierNumber, number, isCreditNote],
  )
  if (!there) return
  const message = `Invoice '${number}' of supplier ${supplierNumber} is ${there.state} as voucher ${there.voucher}.`
  throw new ApiError({ code: 'InboxInvoiceIsThere', property: 'number', message })
}
