import type { Transaction } from '../../database/connection.ts'
import { PAYMENTS_MAX } from '../../limits.ts'
import type { PayableFacts } from './payee.ts'
import { isWaiting } from './payment-state.ts'

/** An open item of a supplier: what is owed is positive. */
export interface PayableItem extends PayableFacts {
  supplierNumber: number
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  dueDate: string
  amount: string
  isBarred: boolean
  /** Its open entries are in several currencies. */
  isMixed: boolean
  /** A draft entry pays it. */
  isDrafted: boolean
  /** The payment that a bank may still carry out. */
  waitingPayment: number | null
}

/** Whose items are asked for, and until when they are due; or those that are named. */
export interface Asked {
  dueTo: string | null
  supplierNumber: number | null
  items: readonly { supplierNumber: number; invoiceNumber: string }[] | null
}

const ITEMS = `
  WITH named AS MATERIALIZED (
    SELECT DISTINCT n."supplierNumber" AS supplier, fold(n."invoiceNumber") AS invoice
    FROM json_to_recordset($4::json) AS n("supplierNumber" int, "invoiceNumber" text)
  ), item AS (
    SELECT o.supplier_number AS supplier, o.invoice_number AS invoice, min(o.entry_number) AS first,
      min(o.currency) AS currency, count(DISTINCT o.currency) > 1 AS mixed, sum(o.remainder_in_currency) AS open,
      coalesce(min(e.due_date), min(e.date)) AS due
    FROM open_item o JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = o.entry_number
    WHERE o.agreement = $1 AND o.supplier_number IS NOT NULL AND o.invoice_number IS NOT NULL
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0) AND ($3::int IS NULL OR o.supplier_number = $3::int)
      AND ($4::json IS NULL OR (o.supplier_number, o.invoice_number) IN (SELECT supplier, invoice FROM named))
    GROUP BY 1, 2
  ), due AS (
    SELECT * FROM (
      SELECT i.*, (SELECT p.number FROM payment p WHERE p.agreement = $1 AND fold(p.invoice_number) = i.invoice
        AND p.supplier_number = i.supplier
        AND ${isWaiting('p')} LIMIT 1) AS waiting
      FROM item i WHERE i.open <> 0 AND ($2::date IS NULL OR i.due <= $2::date)) AS i
    ORDER BY waiting IS NOT NULL, open > 0, due, supplier, invoice LIMIT ${PAYMENTS_MAX}
  ), drafted AS (
    SELECT DISTINCT d.supplier_number AS supplier, fold(d.supplier_invoice_number) AS invoice FROM draft_entry d
    WHERE d.agreement = $1 AND d.entry_type_number = 4 AND d.supplier_invoice_number IS NOT NULL
  )
  SELECT i.supplier AS "supplierNumber", coalesce(b.supplier_invoice_number, i.invoice) AS "invoiceNumber", i.currency,
    i.mixed AS "isMixed", (-i.open)::text AS amount, i.due::text AS "dueDate", s.name, s.address,
    s.postal_code AS "postalCode", s.city, s.country, s.is_barred AS "isBarred", s.bank_account AS "bankAccount",
    s.iban, s.bic, d.payment_type AS "paymentType", d.account, d.message,
    EXISTS (SELECT FROM drafted x WHERE x.supplier = i.supplier AND x.invoice = i.invoice) AS "isDrafted",
    i.waiting AS "waitingPayment"
  FROM due i JOIN supplier s ON s.agreement = $1 AND s.number = i.supplier
  LEFT JOIN booked_entry b ON b.agreement = $1 AND b.entry_number = i.first
  LEFT JOIN payment_detail d ON d.agreement = $1 AND d.supplier_number = i.supplier AND d.invoice_number = i.invoice
  ORDER BY i.due, i.supplier, i.invoice`

/** The open items that are asked for, with how they may be paid: those due first, so many at most as one file has. */
export const payableItems = (transaction: Transaction, agreement: number, asked: Asked): Promise<PayableItem[]> =>
  transaction.rows<PayableItem>(ITEMS, [
    agreement,
    asked.dueTo,
    asked.supplierNumber,
    asked.items === null ? null : JSON.stringify(asked.items),
  ])
