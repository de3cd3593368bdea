import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { arrayOf, elements } from '../ledger/arrays.ts'
import { type CreditedLine, linesToCredit } from './credited-lines.ts'
import { BUYER_COLUMNS } from './document-columns.ts'
import { KINDS } from './kinds.ts'
import { makeDocuments, type NewDocument } from './make-documents.ts'

/** The values of a booked invoice that its credit note copies, with the day of today. */
type Stored = Omit<NewDocument, 'lines'> & { number: number; today: string }

/** What a credit note is to take back: all that is left of its invoice, or of the lines named so much. */
export interface Credit {
  /** ISO day; today, or the invoice's day if that is later, where left out. */
  date?: string | undefined
  lines?: readonly CreditedLine[] | undefined
}

/**
 * Makes a draft credit note of a booked invoice: its lines with negated quantities, at the rate it was booked with
 * (rule 12.7), also where customer, products or others were barred since. A project that was closed is left out: it
 * takes no entries, and one that is being closed is waited for. All notes of an invoice together, booked and open, take
 * back no more of a line than was invoiced. Calls at the same time come one after the other.
 * @returns the number of the draft. @throws ApiError NotFound, InvoiceAlreadyCredited, CreditExceedsInvoice, and the
 * faults of the new document.
 */
export async function creditInvoice(
  transaction: Transaction,
  agreement: number,
  number: number,
  { date, lines: asked }: Credit = {},
): Promise<number> {
  // Makes two credits of one invoice wait for each other. A row lock is impossible: the service may not change booked
  // invoices, so may not lock them.
  await transaction.rows('SELECT pg_advisory_xact_lock($1, $2)', [agreement, number])
  const [invoice] = await transaction.rows<Stored>(INVOICE, [agreement, number])
  if (!invoice) throw new ApiError({ code: 'NotFound', property: 'number' })
  const { number: _, today, ...header } = invoice
  if (date !== undefined && date < header.date) {
    throw new ApiError({ code: 'ValueOutOfRange', property: 'date', message: `The invoice is of ${header.date}.` })
  }
  const day = date ?? (today < header.date ? header.date : today)
  const lines = await linesToCredit(transaction, agreement, number, asked)
  // A payment term that leaves the due date to the caller refuses one before the date.
  const dueDate = header.dueDate! < day ? day : header.dueDate!
  const note = { ...header, date: day, dueDate, lines: lines.map(({ line }) => line) }
  const [made] = await makeDocuments(transaction, agreement, [note], KINDS.draftInvoice, true)
  if (made!.faults) throw new ApiError(made!.faults)
  const credited = arrayOf(elements(lines.map(({ credits }) => credits)))
  await transaction.rows(OF_LINES, [agreement, made!.number!, credited])
  await transaction.rows(TO_SAME_BUYER, [agreement, made!.number!, number])
  return made!.number!
}

const INVOICE = `
  SELECT i.number, today_of($1)::text AS today, i.customer_number AS "customerNumber",
    i.customer_name AS "customerName", i.date, i.currency_code AS "currencyCode",
    i.exchange_rate AS "exchangeRate", i.layout_number AS "layoutNumber",
      i.term_of_payment_number AS "termOfPaymentNumber", i.due_date AS "dueDate",
    i.vat_zone_number AS "vatZoneNumber", i.is_vat_included AS "isVatIncluded",
    (SELECT p.number FROM project p WHERE p.agreement = $1 AND p.number = i.project_number AND NOT p.is_closed
      FOR KEY SHARE) AS "projectNumber",
    i.other_reference AS "otherReference", i.heading, i.text_line1 AS "textLine1", i.text_line2 AS "textLine2",
    i.our_reference_number AS "ourReferenceNumber", i.our_reference2_number AS "ourReference2Number",
      i.external_id AS "externalId"
  FROM booked_invoice i WHERE i.agreement = $1 AND i.number = $2`

/** A delivery location that has been barred is left out: it takes no new documents. */
const TO_SAME_BUYER = `
  UPDATE draft_invoice d SET credited_document_id = i.number,
    ${BUYER_COLUMNS.map((column) => `${column} = i.${column}`).join(', ')},
    delivery_location_number = (SELECT x.number FROM delivery_location x
      WHERE x.agreement = $1 AND x.number = i.delivery_location_number AND NOT x.is_barred)
  FROM booked_invoice i WHERE d.agreement = $1 AND d.number = $2 AND i.agreement = $1 AND i.number = $3`

/** Says of each line which one of the invoice it takes back: `$3` has their numbers, in the order of the lines. */
const OF_LINES = `
  UPDATE draft_invoice_line l SET credited_line = c.number FROM unnest($3::int[]) WITH ORDINALITY AS c(number, place)
  WHERE l.agreement = $1 AND l.document_id = $2 AND l.user_interface_number = c.place`
