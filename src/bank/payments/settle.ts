import type { Transaction } from '../../database/connection.ts'
import { isWaiting } from './payment-state.ts'

/** An item of a supplier that a match of bank lines pays. */
export interface SettledItem {
  match: number
  supplierNumber: number
  invoiceNumber: string
}

const SETTLE = `UPDATE payment p SET match_number = s.match
  FROM json_to_recordset($2::json) AS s(match int, "supplierNumber" int, "invoiceNumber" text)
  WHERE p.agreement = $1 AND p.supplier_number = s."supplierNumber" AND fold(p.invoice_number) = fold(s."invoiceNumber")
    AND ${isWaiting('p')}`

/** Payments of items that lines of the bank are matched with are settled by it: nothing waits for them any more. */
export async function settlePayments(
  transaction: Transaction,
  agreement: number,
  items: readonly SettledItem[],
): Promise<void> {
  if (items.length > 0) await transaction.rows(SETTLE, [agreement, JSON.stringify(items)])
}

/**
 * Payments that a match has settled wait again when it goes. Those are cancelled whose items another payment has taken
 * meanwhile.
 */
export async function freePayments(transaction: Transaction, agreement: number, match: number): Promise<void> {
  await transaction.rows(
    `UPDATE payment p SET match_number = NULL,
       cancelled_at = CASE WHEN p.cancelled_at IS NULL AND EXISTS (SELECT FROM payment o WHERE o.agreement = $1
         AND o.supplier_number = p.supplier_number AND o.number <> p.number
         AND fold(o.invoice_number) = fold(p.invoice_number) AND ${isWaiting('o')}) THEN clock_of($1)
           ELSE p.cancelled_at END
     WHERE p.agreement = $1 AND p.match_number = $2`,
    [agreement, match],
  )
}
