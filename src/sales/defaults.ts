import type { DocumentKind } from './kinds.ts'

/*
 * Defaults of values that the caller leaves out of a document or a line (rule 12.1). They are SQL in terms of the new
 * row `r` and the agreement `$1`.
 */

const ofCustomer = (column: string): string =>
  `(SELECT c.${column} FROM customer c WHERE c.agreement = $1 AND c.number = r.customer_number)`

/** The customer's default delivery location, unless it is barred. */
const DEFAULT_LOCATION = `(SELECT x.number FROM customer c JOIN delivery_location x ON x.agreement = $1 AND x.number = c.default_delivery_location
  WHERE c.agreement = $1 AND c.number = r.customer_number AND NOT x.is_barred)`

/** A column of the given delivery location, else of the customer's default one. */
const ofLocation = (column: string): string => `(SELECT x.${column} FROM delivery_location x WHERE x.agreement = $1
  AND x.number = coalesce(r.delivery_location_number, ${DEFAULT_LOCATION}))`

/** SQL for the due date of a document by its payment term: days of prepaid terms and of those paid in cash do not count. */
export const dueDateOf = (term: string, document: string): string =>
  `due_date_of(${term}.type, CASE WHEN ${term}.type IN (3, 4) THEN 0 ELSE ${term}.days END, ${document}.date, ${document}.due_date)`

/** The last rate on or before the document's date; 100 for the base currency. */
export const EXCHANGE_RATE = `(SELECT CASE WHEN a.base_currency = r.currency_code THEN 100 ELSE (SELECT x.rate FROM exchange_rate x
    WHERE x.agreement = $1 AND x.currency = r.currency_code AND x.date <= r.date ORDER BY x.date DESC LIMIT 1) END
  FROM agreement a WHERE a.agreement = $1)`

/** Defaults of values that clients of the API must send. Subscription runs and invoices of projects may leave them out. */
export const OWED_BY_CLIENTS: Readonly<Record<string, string>> = {
  customerName: ofCustomer('name'),
  currencyCode: `coalesce(${ofCustomer('currency')}, (SELECT a.base_currency FROM agreement a WHERE a.agreement = $1))`,
  layoutNumber: `coalesce(${ofCustomer('layout_group')}, (SELECT s.default_layout_number FROM sales_setup s WHERE s.agreement = $1),
    (SELECT min(l.number) FROM layout l WHERE l.agreement = $1 AND NOT l.is_barred))`,
  termOfPaymentNumber: ofCustomer('payment_term_number'),
  vatZoneNumber: ofCustomer('zone'),
}

/** The values that a new document takes from its customer; an update that leaves one out clears it. */
export const OF_CUSTOMER: Readonly<Record<string, string>> = {
  customerAddress: `(SELECT left(concat_ws(E'\\n', c.address, c.address2), 255) FROM customer c WHERE c.agreement = $1 AND c.number = r.customer_number
    AND num_nonnulls(c.address, c.address2) > 0)`,
  customerPostalCode: ofCustomer('postal_code'),
  customerCity: ofCustomer('city'),
  customerCountry: ofCustomer('country'),
  ourReferenceNumber: ofCustomer('our_ref'),
  deliveryLocationNumber: DEFAULT_LOCATION,
  deliveryAddress: ofLocation('address'),
  deliveryPostalCode: ofLocation('postal_code'),
  deliveryCity: ofLocation('city'),
  deliveryCountry: ofLocation('country'),
  deliveryTerms: ofLocation('terms_of_delivery'),
  attentionNumber: ofCustomer('default_attention'),
  yourReferenceNumber: ofCustomer('default_their_ref'),
  debtorEan: ofCustomer('ean_location_number'),
  publicEntryNumber: ofCustomer('voucher_number'),
  cvr: ofCustomer('corporate_identification_number'),
  pNr: ofCustomer('pnr'),
  nemHandelReceiverType: ofCustomer('nem_handel_receiver_type'),
  debitorMobilePhone: ofCustomer('mobile_phone'),
}

/** SQL for the next free number that people see. */
export const freeNumber = ({ table }: DocumentKind): string => `(take_document_numbers($1::int, '${table}', 1))[1]`

/** Defaults of a line with a product, from product and customer. */
export function lineDefaults({ table }: DocumentKind): Readonly<Record<string, string>> {
  const ofDocument = (sql: string): string =>
    `(SELECT ${sql} FROM ${table} d WHERE d.agreement = $1 AND d.number = r.document_id AND r.product_number IS NOT NULL)`
  const ofProduct = (column: string): string =>
    `(SELECT p.${column} FROM product p WHERE p.agreement = $1 AND p.number = r.product_number)`
  const converted = (column: string): string =>
    `(SELECT from_base(p.${column}, d.exchange_rate) FROM product p JOIN ${table} d ON d.agreement = $1 AND d.number = r.document_id
      WHERE p.agreement = $1 AND p.number = r.product_number)`
  return {
    unitNumber: ofProduct('unit_number'),
    unitNetPrice: ofDocument(
      'default_price($1, r.product_number, d.customer_number, d.currency_code, d.exchange_rate, d.vat_zone_number, d.is_vat_included)',
    ),
    unitCostPrice: converted('cost_price'),
    discountPercentage: ofDocument(
      'default_discount($1, r.product_number, d.customer_number, d.currency_code, d.exchange_rate, r.unit_net_price IS NOT NULL)',
    ),
    recommendedPrice: converted('recommended_price'),
  }
}
