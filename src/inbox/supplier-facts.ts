import { isVoucherOf } from '../ledger/same-voucher.ts'

/** A supplier that an e-invoice may be of. */
export interface SupplierFound {
  number: number
  name: string
  vatNumber: string | null
  companyNumber: string | null
  isBarred: boolean
  /** Of the supplier whose voucher was drafted from the last document of the same sender. */
  isBefore: boolean
}

/** What is known beside an e-invoice: who may have sent it, and how a new supplier would be numbered and grouped. */
export interface EInvoiceFacts {
  einvoice: string
  suppliers: SupplierFound[]
  nextNumber: number
  groupNumber: number | null
  hasCurrency: boolean
  country: string
  baseCurrency: string
}

/** SQL: a number without spaces and signs, in capitals; a Danish VAT number without its letters is the CVR number. */
const plain = (number: string): string =>
  `regexp_replace(upper(regexp_replace(${number}, '[^A-Za-z0-9]', '', 'g')), '^DK([0-9]{8})$', '\\1')`

/** SQL: the texts at a path of an e-invoice; none where there is no such place. */
const at = (path: string): string =>
  `SELECT jsonb_path_query((SELECT item.e FROM item), 'lax $.seller.${path}') #>> '{}' AS number`

/**
 * SQL: the facts of the e-invoice `$2` of agreement `$1`, as JSON; no row for another document. Suppliers are found by
 * any number that the seller has, and by the sender of earlier documents.
 */
export const EINVOICE_FACTS = `WITH item AS MATERIALIZED (
    SELECT i.einvoice::jsonb AS e, i.einvoice, i.sender, i.number FROM inbox_item i WHERE i.agreement = $1
      AND i.number = $2 AND i.kind = 'einvoice'
  ), numbers AS (
    SELECT DISTINCT ${plain('s.number')} AS number FROM (
      ${['vatNumber', 'legalId', 'endpoint.id', 'ids[*].id'].map(at).join(' UNION ALL ')}) AS s
    WHERE s.number <> ''
  ), before AS (
    SELECT coalesce((SELECT d.supplier_number FROM draft_entry d WHERE d.agreement = $1 AND ${isVoucherOf('d', 'o')}
      AND d.supplier_number IS NOT NULL LIMIT 1), (SELECT b.supplier_number FROM booked_entry b WHERE b.agreement = $1
      AND ${isVoucherOf('b', 'o')} AND b.supplier_number IS NOT NULL LIMIT 1)) AS number
    FROM inbox_item o, item
    WHERE o.agreement = $1 AND regexp_replace(o.sender, '^credit ', '') = regexp_replace(item.sender, '^credit ', '')
      AND o.was_drafted AND o.number <> item.number
    ORDER BY o.number DESC LIMIT 1
  )
  SELECT json_build_object('einvoice', item.einvoice,
    'suppliers', (SELECT coalesce(json_agg(json_build_object('number', s.number, 'name', s.name, 'vatNumber',
      ${plain('s.vat_number')},
        'companyNumber', ${plain('s.corporate_identification_number')}, 'isBarred', s.is_barred,
        'isBefore', s.number IS NOT DISTINCT FROM (SELECT before.number FROM before)) ORDER BY s.number), '[]')
      FROM supplier s WHERE s.agreement = $1 AND (s.number = (SELECT before.number FROM before)
        OR ${plain('s.vat_number')} IN (SELECT n.number FROM numbers n)
        OR ${plain('s.corporate_identification_number')} IN (SELECT n.number FROM numbers n))),
    'nextNumber', (SELECT coalesce(max(s.number), 0) + 1 FROM supplier s WHERE s.agreement = $1),
    'groupNumber', (SELECT g.number FROM supplier_group g WHERE g.agreement = $1
      ORDER BY (SELECT count(*) FROM supplier s WHERE s.agreement = $1 AND s.group_number = g.number
        AND upper(coalesce(nullif(s.country, ''), a.country)) = coalesce(upper(item.e #>> '{seller,country}'),
          a.country)) DESC, g.number LIMIT 1),
    'hasCurrency', EXISTS (SELECT FROM currency c WHERE c.agreement = $1 AND c.code = item.e ->> 'currency'),
    'country', a.country, 'baseCurrency', a.base_currency)::text AS facts
  FROM item JOIN agreement a ON a.agreement = $1`
