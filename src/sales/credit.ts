import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { KINDS } from './kinds.ts'
import { makeDocuments, type NewDocument, type NewLine } from './make-documents.ts'

/** The values of a booked invoice that its credit note copies. */
type Stored = Omit<NewDocument, 'lines'> & { number: number }

/**
 * Makes the draft credit note of a booked invoice: its lines with negated quantities, at the rate it was booked with (rule 12.7), also where
 * customer, products or others were barred since. A project that was closed is left out: it takes no entries, and one that is being
 * closed is waited for. An invoice has one credit note, drafted or booked, until the draft is deleted. Of two calls at the same time, the second is refused.
 * @returns the number of the draft. @throws ApiError NotFound, InvoiceAlreadyCredited, and the faults of the new document.
 */
export async function creditInvoice(
  transaction: Transaction,
  agreement: number,
  number: number,
  date?: string,
): Promise<number> {
  // Makes two credits of one invoice wait for each other. A row lock is impossible: the service may not change booked invoices, so may not lock them.
  await transaction.rows('SELECT pg_advisory_xact_lock($1, $2)', [agreement, number])
  const [invoice] = await transaction.rows<Stored>(INVOICE, [agreement, number])
  if (!invoice) throw new ApiError({ code: 'NotFound', property: 'number' })
  const [credited] = await transaction.rows(CREDITED, [agreement, number])
  if (credited) throw new ApiError({ code: 'InvoiceAlreadyCredited', property: 'number' })
  const lines = await transaction.rows<NewLine>(LINES, [agreement, number])
  const { number: _, ...header } = invoice
  const day = date ?? header.date
  // A payment term that leaves the due date to the caller refuses one before the date.
  const dueDate = header.dueDate! < day ? day : header.dueDate!
  const note = { ...header, date: day, dueDate, lines }
  const [made] = await makeDocuments(transaction, agreement, [note], KINDS.draftInvoice, true)
  if (made!.faults) throw new ApiError(made!.faults)
  await transaction.rows(TO_SAME_BUYER, [agreement, made!.number!, number])
  return made!.number!
}

const INVOICE = `
  SELECT i.number, i.customer_number AS "customerNumber", i.customer_name AS "customerName", i.date, i.currency_code AS "currencyCode",
    i.exchange_rate AS "exchangeRate", i.layout_number AS "layoutNumber", i.term_of_payment_number AS "termOfPaymentNumber", i.due_date AS "dueDate",
    i.vat_zone_number AS "vatZoneNumber", i.is_vat_included AS "isVatIncluded",
    (SELECT p.number FROM project p WHERE p.agreement = $1 AND p.number = i.project_number AND NOT p.is_closed
      FOR KEY SHARE) AS "projectNumber",
    i.other_reference AS "otherReference", i.heading, i.text_line1 AS "textLine1", i.text_line2 AS "textLine2",
    i.our_reference_number AS "ourReferenceNumber", i.our_reference2_number AS "ourReference2Number", i.external_id AS "externalId"
  FROM booked_invoice i WHERE i.agreement = $1 AND i.number = $2`

/** The columns about the buyer, which a credit note has as its invoice has them, whatever the customer is by now. */
const BUYER = [
  'customer_address',
  'customer_postal_code',
  'customer_city',
  'customer_country',
  'delivery_address',
  'delivery_postal_code',
  'delivery_city',
  'delivery_country',
  'delivery_terms',
  'attention_number',
  'your_reference_number',
  'debtor_ean',
  'public_entry_number',
  'cvr',
  'p_nr',
  'nem_handel_receiver_type',
  'debitor_mobile_phone',
]

/** A delivery location that has been barred is left out: it takes no new documents. */
const TO_SAME_BUYER = `
  UPDATE draft_invoice d SET credited_document_id = i.number, ${BUYER.map((column) => `${column} = i.${column}`).join(', ')},
    delivery_location_number = (SELECT x.number FROM delivery_location x
      WHERE x.agreement = $1 AND x.number = i.delivery_location_number AND NOT x.is_barred)
  FROM booked_invoice i WHERE d.agreement = $1 AND d.number = $2 AND i.agreement = $1 AND i.number = $3`

const CREDITED = `
  SELECT FROM draft_invoice d WHERE d.agreement = $1 AND d.credited_document_id = $2
  UNION ALL SELECT FROM booked_invoice i WHERE i.agreement = $1 AND i.credited_document_id = $2`

/** Gives 0 for no cost price or discount, so that today's defaults of product and customer do not apply to them. */
const LINES = `
  SELECT l.product_number AS "productNumber", l.description, -l.quantity AS quantity, l.unit_number AS "unitNumber",
    l.unit_net_price AS "unitNetPrice", CASE WHEN l.product_number IS NOT NULL THEN coalesce(l.unit_cost_price, 0) END AS "unitCostPrice",
    CASE WHEN l.product_number IS NOT NULL THEN coalesce(l.discount_percentage, 0) END AS "discountPercentage",
    l.recommended_price AS "recommendedPrice", l.department_number AS "departmentNumber",
    l.departmental_distribution_number AS "departmentalDistributionNumber", l.dimension2_key AS "dimension2Key", l.dimension3_key AS "dimension3Key", -l.quantity2 AS quantity2, l.unit2_number AS "unit2Number",
    l.accrue, l.accrue_start_date AS "accrueStartDate", l.accrue_end_date AS "accrueEndDate"
  FROM booked_invoice_line l WHERE l.agreement = $1 AND l.document_id = $2 ORDER BY l.number`
