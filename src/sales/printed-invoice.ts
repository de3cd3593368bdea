import type { Executor } from '../database/connection.ts'
import { dueDateOf } from './defaults.ts'

/**
 * A printed line; decimals as text. A line without a product is only text; a line without a text gets its product's
 * name.
 */
export interface PrintedLine {
  productNumber: string | null
  description: string | null
  quantity: string | null
  unit: string | null
  price: string | null
  discount: string | null
  net: string | null
  vat: string | null
  /** Per cent. */
  rate: string
  vatCode: string | null
  /** That of the VAT code; documents of before categories have none. */
  category?: string | null
  barCode: string | null
  /** The period of the subscription that sold it, where it was one. */
  period?: { start: string; end: string } | null
}

/** The company as it was when the document was booked. */
export interface Seller {
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string
  cvr: string | null
  vatNumber: string | null
  peppolId: string | null
  email: string | null
  phone: string | null
  homepage: string | null
  bankRegistration: string | null
  bankAccount: string | null
  iban: string | null
  bic: string | null
  creditorNumber?: string | null
}

/**
 * The customer as the document has it; VAT number, Peppol identifier, e-mail and phone as the customer had them when it
 * was booked.
 */
export interface Buyer {
  number: number
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  cvr: string | null
  pnr: string | null
  ean: string | null
  receiverType: number | null
  vatNumber: string | null
  peppolId: string | null
  email: string | null
  phone: string | null
}

/**
 * Everything that the files of an invoice or credit note are made of, as it is kept with its booking; days ISO,
 * decimals as text. `dueDate` is null when the invoice is prepaid.
 */
export interface PrintedInvoice {
  /** Null of a draft. */
  invoiceNumber: number | null
  date: string
  dueDate: string | null
  currency: string
  baseCurrency: string
  /** Units of base currency for 100 of the currency. */
  exchangeRate: string
  layout: { number: number; name: string }
  /** The gross, and the VAT in it; below zero it is a credit note. */
  amount: string
  vatAmount: string
  vatInBase: string
  zone: number
  isVatIncluded: boolean
  term: string
  termType: number
  heading: string | null
  textLine1: string | null
  textLine2: string | null
  otherReference: string | null
  publicEntryNumber: string | null
  ourReference: string | null
  yourReference: string | null
  attention: string | null
  project: string | null
  deliveryDate: string | null
  deliveryAddress: string | null
  deliveryPostalCode: string | null
  deliveryCity: string | null
  deliveryCountry: string | null
  deliveryTerms: string | null
  /** The invoice that it credits. */
  creditedNumber: number | null
  creditedDate: string | null
  seller: Seller
  buyer: Buyer
  lines: PrintedLine[]
}

const named = (table: string, column: string): string =>
  `(SELECT x.name FROM ${table} x WHERE x.agreement = $1 AND x.number = i.${column})`

const SELLER = `json_build_object('name', coalesce(s.name, a.name), 'address', s.address, 'postalCode', s.postal_code, 'city', s.city,
  'country', coalesce(s.country, a.country), 'cvr', s.corporate_identification_number, 'vatNumber', s.vat_number, 'peppolId', s.peppol_id,
  'email', s.email, 'phone', s.phone, 'homepage', s.homepage, 'bankRegistration', s.bank_registration_number,
  'bankAccount', s.bank_account_number, 'iban', s.iban, 'bic', s.bic, 'creditorNumber', s.creditor_number)`

/** The company as it is; where it has not said who it is, by the name of its agreement. */
export async function sellerOf(database: Executor, agreement: number): Promise<Seller> {
  const [row] = await database.rows<{ seller: string }>(
    `SELECT ${SELLER}::text AS seller FROM agreement a LEFT JOIN company s ON s.agreement = $1 WHERE a.agreement = $1`,
    [agreement],
  )
  return JSON.parse(row!.seller) as Seller
}

const BUYER = `json_build_object('number', c.number, 'name', i.customer_name, 'address', i.customer_address, 'postalCode', i.customer_postal_code,
  'city', i.customer_city, 'country', i.customer_country, 'cvr', i.cvr, 'pnr', i.p_nr, 'ean', i.debtor_ean,
  'receiverType', i.nem_handel_receiver_type, 'vatNumber', c.vat_number, 'peppolId', c.recipient_peppol, 'email', c.email, 'phone', c.phone)`

/**
 * SQL: the one period of the subscribers that the document `i` is of, or the invoice that it credits, of whose
 * subscriptions the product of the line `l` is.
 */
const PERIOD = `SELECT json_build_object('start', min(b.start_date), 'end', min(b.end_date)) FROM subscriber b
  WHERE b.agreement = $1 AND (b.draft_document_id = i.number OR b.booked_invoice_id = i.credited_document_id)
    AND EXISTS (
    SELECT FROM subscription_line x WHERE x.agreement = $1 AND x.subscription_number = b.subscription_number
      AND x.product_number = l.product_number)
  HAVING count(DISTINCT (b.start_date, b.end_date)) = 1`

const LINE = `json_build_object('productNumber', l.product_number, 'description',
  coalesce(nullif(l.description, ''), d.name), 'quantity', l.quantity::text, 'unit', u.name, 'price',
  l.unit_net_price::text, 'discount', l.discount_percentage::text,
  'net', l.total_net_amount::text, 'vat', l.vat_amount::text, 'rate', l.vat_rate::text, 'vatCode', l.vat_code,
  'category', v.category, 'barCode', d.bar_code, 'period', CASE WHEN l.total_net_amount IS NOT NULL
    THEN (${PERIOD}) END)`

/**
 * SQL: for drafts of the agreement ($1) a row with the `number` of the document, its `place` in the list, and `told`, a
 * PrintedInvoice as JSON of what is there now, and whether it may need a VAT number of the buyer, who has none. $2 is a
 * list in JSON of `documentId` and `invoiceNumber`. @param lines the table that has their lines.
 */
export const printed = (lines: 'draft_invoice_line' | 'booked_invoice_line'): string => `
  SELECT i.number, n.place, json_build_object('invoiceNumber', n."invoiceNumber", 'date', i.date,
      'dueDate', CASE WHEN p.type <> 4 THEN ${dueDateOf('p', 'i')} END, 'currency', i.currency_code, 'baseCurrency',
        a.base_currency,
      'exchangeRate', i.exchange_rate::text, 'layout', (SELECT json_build_object('number', x.number, 'name', x.name)
        FROM layout x
        WHERE x.agreement = $1 AND x.number = i.layout_number),
      'amount', i.amount::text, 'vatAmount', i.vat_amount::text, 'vatInBase',
        in_base(i.vat_amount, i.exchange_rate)::text,
      'zone', i.vat_zone_number, 'isVatIncluded', i.is_vat_included,
      'term', p.name, 'termType', p.type, 'heading', i.heading, 'textLine1', i.text_line1, 'textLine2', i.text_line2,
      'otherReference', i.other_reference, 'publicEntryNumber', i.public_entry_number, 'ourReference',
        ${named('employee', 'our_reference_number')},
      'yourReference', ${named('customer_contact', 'your_reference_number')}, 'attention',
        ${named('customer_contact', 'attention_number')},
      'project', (SELECT x.number || ' ' || x.name FROM project x WHERE x.agreement = $1
        AND x.number = i.project_number),
      'deliveryDate', i.delivery_date, 'deliveryAddress', i.delivery_address, 'deliveryPostalCode',
        i.delivery_postal_code,
      'deliveryCity', i.delivery_city, 'deliveryCountry', i.delivery_country, 'deliveryTerms', i.delivery_terms,
      'creditedNumber', o.invoice_number, 'creditedDate', o.date, 'seller', ${SELLER}, 'buyer', ${BUYER},
      'lines', coalesce((SELECT json_agg(${LINE} ORDER BY l.number) FROM ${lines} l
        LEFT JOIN unit u ON u.agreement = $1 AND u.number = l.unit_number
        LEFT JOIN product d ON d.agreement = $1 AND d.number = l.product_number
        LEFT JOIN vat_code v ON v.agreement = $1 AND v.code = l.vat_code
        WHERE l.agreement = $1 AND l.document_id = i.number), '[]'))::text AS told,
    c.vat_number IS NULL AND (i.vat_zone_number = 2 OR EXISTS (
      SELECT FROM ${lines} l JOIN vat_code v ON v.agreement = $1 AND v.code = l.vat_code AND v.category IN ('K', 'AE')
      WHERE l.agreement = $1 AND l.document_id = i.number)) AS may_need_number
  FROM ROWS FROM (json_to_recordset($2::json) AS ("documentId" int, "invoiceNumber" int)) WITH ORDINALITY
    AS n("documentId", "invoiceNumber", place)
  JOIN draft_invoice i ON i.agreement = $1 AND i.number = n."documentId"
  JOIN agreement a ON a.agreement = $1
  LEFT JOIN company s ON s.agreement = $1
  JOIN customer c ON c.agreement = $1 AND c.number = i.customer_number
  JOIN payment_term p ON p.agreement = $1 AND p.number = i.term_of_payment_number
  LEFT JOIN booked_invoice o ON o.agreement = $1 AND o.number = i.credited_document_id`
