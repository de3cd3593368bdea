import { WHOLE_CURRENCIES } from '../currency.ts'
import type { SealedLog } from './sealed-log.ts'

const INVOICES_BY_NUMBER = `
  SELECT i.invoice_number AS number, encode(i.seal, 'hex') AS seal, content_of_invoice(i) AS told,
    i.invoice_number::text IN (SELECT c.after FROM change c
      WHERE c.agreement = $1 AND fold(c.resource) = fold('SalesSetup') AND fold(c.key) = ''
        AND c.property = 'nextInvoiceNumber' AND c.after IS NOT NULL) AS "isStart"
  FROM booked_invoice i WHERE i.agreement = $1 AND i.invoice_number > $2 ORDER BY i.invoice_number LIMIT $3`

/**
 * Booked invoices are a log, too: each is sealed with all it says. Their series has a gap only where the trail says
 * that it was started anew.
 */
export const INVOICES: SealedLog = {
  statement: INVOICES_BY_NUMBER,
  batch: 2000,
  name: (number) => `invoice ${number}`,
  beginsAnywhere: true,
}

const ISSUED_BY_NUMBER = `
  SELECT d.number, encode(d.seal, 'hex') AS seal,
    line_of_issued(d.number, d.document_id, d.kind, d.as_of, d.issued_at, d.app, d.content) AS told
  FROM issued_document d WHERE d.agreement = $1 AND d.number > $2 ORDER BY d.number LIMIT $3`

/** What invoices were issued as: the data that is kept, and the bytes of each file (rule 12.9). */
export const ISSUED: SealedLog = {
  statement: ISSUED_BY_NUMBER,
  batch: 500,
  name: (number) => `row ${number} of what was issued`,
}

/**
 * The decimals of the invoice `i`: none in a currency without. Of before documents were rounded to whole units, and of
 * what credits those, it has 2: such have a broken unit somewhere, or come to the same either way.
 */
const DECIMALS = `CASE WHEN i.currency_code IN (${[...WHOLE_CURRENCIES].map((code) => `'${code}'`).join(', ')})
  AND NOT EXISTS (SELECT FROM booked_invoice_line b WHERE b.agreement = $1 AND b.document_id = i.number
    AND (b.total_net_amount % 1 <> 0 OR b.vat_amount % 1 <> 0)) THEN 0 ELSE 2 END`

/**
 * What must hold of booked invoices besides, each as a statement of the agreement ($1) that answers one row with a
 * `fault` when it does not. The sums are made anew, by no function that drafts and bookings use.
 */
export const INVOICE_CHECKS: readonly string[] = [
  `SELECT 'the counter invoice stands at ' || coalesce(c.value, 0) || ', the last invoice is ' || last.number || '.'
    AS fault
   FROM (SELECT max(i.invoice_number) AS number FROM booked_invoice i WHERE i.agreement = $1) AS last
   LEFT JOIN counter c ON c.agreement = $1 AND c.name = 'invoice'
   WHERE last.number IS NOT NULL AND c.value IS DISTINCT FROM last.number`,

  // A line comes to quantity x price, less its discount; where prices are gross, with its VAT.
  `SELECT 'invoice ' || i.invoice_number || ', line ' || l.user_interface_number || ': it comes to '
    || l.total_net_amount || ' and ' || l.vat_amount
     || ' of VAT, which is not quantity x price.' AS fault
   FROM booked_invoice i JOIN booked_invoice_line l ON l.agreement = $1 AND l.document_id = i.number
   WHERE i.agreement = $1 AND l.product_number IS NOT NULL
     AND round(l.quantity * l.unit_net_price * (100 - coalesce(l.discount_percentage, 0)) / 100, ${DECIMALS})
       IS DISTINCT FROM l.total_net_amount + CASE WHEN i.is_vat_included THEN l.vat_amount ELSE 0 END
   ORDER BY i.invoice_number, l.number LIMIT 1`,

  // The VAT of a document is that of the sum of its nets, by VAT code; where prices are gross, what their sum has in
  // it.
  `SELECT 'invoice ' || s.invoice_number || ': VAT of ' || s.vat || ' on ' || s.net || ' is not ' || s.rate
    || ' per cent.' AS fault
   FROM (
     SELECT i.invoice_number, i.is_vat_included, ${DECIMALS} AS decimals, l.vat_rate AS rate,
       sum(l.total_net_amount) AS net, sum(l.vat_amount) AS vat
     FROM booked_invoice i JOIN booked_invoice_line l ON l.agreement = $1 AND l.document_id = i.number
     WHERE i.agreement = $1 AND l.product_number IS NOT NULL
     GROUP BY i.number, i.currency_code, i.invoice_number, i.is_vat_included, l.vat_code, l.vat_rate
   ) AS s
   WHERE CASE WHEN s.is_vat_included
     THEN abs(s.net * (100 + s.rate) - (s.net + s.vat) * 100) > 0.5 * (100 + s.rate) / 10 ^ s.decimals
     ELSE s.vat <> round(s.net * s.rate / 100, s.decimals) END
   ORDER BY s.invoice_number LIMIT 1`,

  // An invoice is the sum of its lines.
  `SELECT 'invoice ' || i.invoice_number || ': it says ' || i.amount || ' and ' || i.vat_amount
    || ' of VAT, its lines sum to '
     || coalesce(s.gross, 0) || ' and ' || coalesce(s.vat, 0) || '.' AS fault
   FROM booked_invoice i
   LEFT JOIN (
     SELECT l.document_id, sum(l.total_net_amount + l.vat_amount) AS gross, sum(l.vat_amount) AS vat
     FROM booked_invoice_line l WHERE l.agreement = $1 GROUP BY l.document_id
   ) AS s ON s.document_id = i.number
   WHERE i.agreement = $1 AND (i.amount, i.vat_amount) <> (coalesce(s.gross, 0), coalesce(s.vat, 0))
   ORDER BY i.invoice_number LIMIT 1`,

  // The customer owes the gross, in both currencies; by VAT code the net is credited. Its first entry counts: a card
  // company that pays by its own card has another for the card.
  `SELECT 'invoice ' || i.invoice_number || ': it says ' || i.amount || ' (' || i.amount_in_base_currency
    || ' in base currency), the customer was debited '
     || coalesce(e.amount, 0) || ' (' || coalesce(e.base, 0) || ').' AS fault
   FROM booked_invoice i
   LEFT JOIN (
     SELECT DISTINCT ON (e.booking, e.voucher_number, e.customer_number) e.booking, e.voucher_number, e.customer_number,
       e.amount, e.amount_in_base_currency AS base
     FROM booked_entry e WHERE e.agreement = $1 AND e.type = 1 AND e.customer_number IS NOT NULL
       AND e.journal_number IS NULL
     ORDER BY e.booking, e.voucher_number, e.customer_number, e.entry_number
   ) AS e ON e.booking = i.booking AND e.voucher_number = i.invoice_number AND e.customer_number = i.customer_number
   WHERE i.agreement = $1 AND (coalesce(e.amount, 0), coalesce(e.base, 0)) <> (i.amount, i.amount_in_base_currency)
   ORDER BY i.invoice_number LIMIT 1`,
  `SELECT 'invoice ' || i.invoice_number || ': net of VAT code ' || coalesce(l.vat_code, e.vat_code) || ' is '
    || coalesce(l.net, 0)
     || ', credited was ' || coalesce(e.net, 0) || '.' AS fault
   FROM (
     SELECT l.document_id, l.vat_code, sum(l.total_net_amount) AS net FROM booked_invoice_line l
     WHERE l.agreement = $1 AND l.vat_code IS NOT NULL GROUP BY l.document_id, l.vat_code
   ) AS l
   JOIN booked_invoice i ON i.agreement = $1 AND i.number = l.document_id
   LEFT JOIN (
     SELECT e.booking, e.voucher_number, e.vat_code, -sum(e.amount) AS net FROM booked_entry e
     WHERE e.agreement = $1 AND e.type = 1 AND e.vat_code IS NOT NULL AND e.journal_number IS NULL
     GROUP BY e.booking, e.voucher_number, e.vat_code
   ) AS e ON e.booking = i.booking AND e.voucher_number = i.invoice_number AND e.vat_code = l.vat_code
   WHERE coalesce(e.net, 0) <> l.net
   ORDER BY i.invoice_number LIMIT 1`,

  // Every invoice has the data that its files are made of, and they are of it.
  `SELECT 'invoice ' || f.invoice_number || CASE WHEN f.told IS NULL THEN ': what it was issued with is not kept.'
     ELSE ': what it was issued with is of another.' END AS fault
   FROM (
     SELECT i.invoice_number, i.date, i.currency_code, i.customer_name, i.amount, i.vat_amount,
       convert_from(d.content, 'UTF8')::json AS told
     FROM booked_invoice i
     LEFT JOIN issued_document d ON d.agreement = $1 AND d.document_id = i.number AND d.kind = 'data'
     WHERE i.agreement = $1
   ) AS f
   WHERE f.told IS NULL OR (f.told ->> 'invoiceNumber', f.told ->> 'date', f.told ->> 'currency',
     f.told #>> '{buyer,name}', f.told ->> 'amount',
       f.told ->> 'vatAmount')
     IS DISTINCT FROM (f.invoice_number::text, f.date::text, f.currency_code, f.customer_name, f.amount::text,
       f.vat_amount::text)
   ORDER BY f.invoice_number LIMIT 1`,
]
