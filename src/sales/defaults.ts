import type { DocumentKind } from './kinds.ts'
import { type Row, rowsOf, sql, type Sql } from '../resource/sql.ts'

/*
 * Defaults of values that the caller leaves out of a document or a line (rule 12.1).
 */

/** SQL over the new item; `$1` is the agreement. */
export type Default = (item: Row) => Sql

const ofCustomer =
  (column: string): Default =>
  (r) =>
    sql`(SELECT c.${column} FROM ${rowsOf('customer')} c WHERE c.agreement = $1 AND c.number = ${r.customer_number})`

/** The customer's default delivery location, unless it is barred. */
const defaultLocation: Default = (
  r,
) => sql`(SELECT x.number FROM ${rowsOf('customer')} c JOIN ${rowsOf('delivery_location')} x ON x.agreement = $1
  AND x.number = c.default_delivery_location
  WHERE c.agreement = $1 AND c.number = ${r.customer_number} AND NOT x.is_barred)`

/** A column of the given delivery location, else of the customer's default one. */
const ofLocation =
  (column: string): Default =>
  (r) =>
    sql`(SELECT x.${column} FROM ${rowsOf('delivery_location')} x WHERE x.agreement = $1
  AND x.number = coalesce(${r.delivery_location_number}, ${defaultLocation(r)}))`

/**
 * SQL for the due date of a document by its payment term: days of prepaid terms and of those paid in cash do not count.
 */
export const dueDateOf = (term: string, document: string): string =>
  `due_date_of(${term}.type, CASE WHEN ${term}.type IN (3, 4) THEN 0 ELSE ${term}.days END, ${document}.date,
    ${document}.due_date)`

/** The last rate on or before the document's date; 100 for the base currency. */
export const exchangeRate: Default = (r) => sql`(SELECT CASE WHEN a.base_currency = ${r.currency_code} THEN 100
  ELSE (SELECT x.rate FROM ${rowsOf('exchange_rate')} x
    WHERE x.agreement = $1 AND x.currency = ${r.currency_code} AND x.date <= ${r.date} ORDER BY x.date DESC LIMIT 1) END
  FROM ${rowsOf('agreement')} a WHERE a.agreement = $1)`

/**
 * Defaults of values that clients of the API must send. Subscription runs and invoices of projects may leave them out.
 */
export const OWED_BY_CLIENTS: Readonly<Record<string, Default>> = {
  customerName: ofCustomer('name'),
  currencyCode: (r) =>
    sql`coalesce(${ofCustomer('currency')(r)}, (SELECT a.base_currency FROM ${rowsOf('agreement')} a
      WHERE a.agreement = $1))`,
  layoutNumber: (
    r,
  ) => sql`coalesce(${ofCustomer('layout_group')(r)}, (SELECT s.default_layout_number FROM ${rowsOf('sales_setup')} s
    WHERE s.agreement = $1), (SELECT min(l.number) FROM ${rowsOf('layout')} l WHERE l.agreement = $1
    AND NOT l.is_barred))`,
  termOfPaymentNumber: ofCustomer('payment_term_number'),
  vatZoneNumber: ofCustomer('zone'),
}

/** The values that a new document takes from its customer; an update that leaves one out clears it. */
export const OF_CUSTOMER: Readonly<Record<string, Default>> = {
  customerAddress: (r) => sql`(SELECT left(concat_ws(E'\\n', c.address, c.address2), 255) FROM ${rowsOf('customer')} c
    WHERE c.agreement = $1 AND c.number = ${r.customer_number}
    AND num_nonnulls(c.address, c.address2) > 0)`,
  customerPostalCode: ofCustomer('postal_code'),
  customerCity: ofCustomer('city'),
  customerCountry: ofCustomer('country'),
  ourReferenceNumber: ofCustomer('our_ref'),
  deliveryLocationNumber: defaultLocation,
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
export function lineDefaults({ table }: DocumentKind): Readonly<Record<string, Default>> {
  const ofDocument =
    (value: Default): Default =>
    (r) =>
      sql`(SELECT ${value(r)} FROM ${rowsOf(table)} d WHERE d.agreement = $1 AND d.number = ${r.document_id}
        AND ${r.product_number} IS NOT NULL)`
  const ofProduct =
    (column: string): Default =>
    (r) =>
      sql`(SELECT p.${column} FROM ${rowsOf('product')} p WHERE p.agreement = $1 AND p.number = ${r.product_number})`
  const converted =
    (column: string): Default =>
    (r) =>
      sql`(SELECT from_base(p.${column}, d.exchange_rate) FROM ${rowsOf('product')} p JOIN ${rowsOf(table)} d
        ON d.agreement = $1 AND d.number = ${r.document_id}
      WHERE p.agreement = $1 AND p.number = ${r.product_number})`
  return {
    unitNumber: ofProduct('unit_number'),
    unitNetPrice: ofDocument(
      (r) =>
        sql`default_price($1, ${r.product_number}, d.customer_number, d.currency_code, d.exchange_rate, d.vat_zone_number, d.is_vat_included)`,
    ),
    unitCostPrice: converted('cost_price'),
    discountPercentage: ofDocument(
      (r) =>
        sql`default_discount($1, ${r.product_number}, d.customer_number, d.currency_code, d.exchange_rate,
          ${r.unit_net_price} IS NOT NULL)`,
    ),
    recommendedPrice: converted('recommended_price'),
  }
}
