import type { Statement } from '../../database/connection.ts'
import { IS_OPEN } from '../parties/items.ts'
import type { Party } from '../parties/party.ts'
import { SEARCH_ENTRIES_LOOKED_AT, SEARCH_ITEMS_MAX } from '../../limits.ts'

/** What is searched, in the order in which it is answered. */
export const KINDS = [
  'customers',
  'suppliers',
  'accounts',
  'products',
  'invoices',
  'vouchers',
  'entries',
  'documents',
] as const

/** One of them. */
export type Kind = (typeof KINDS)[number]

/**
 * The amount that a text is, with a point or a comma before its decimals, as decimal text; undefined where it is none.
 */
export function amountOf(text: string): string | undefined {
  const plain = text.replace(/\s/g, '')
  const [, sign, whole, decimals = ''] =
    /^([-+]?)(\d{1,3}(?:\.\d{3})+|\d{1,15})(?:,(\d{1,2}))?$/.exec(plain) ??
    /^([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?$/.exec(plain) ??
    []
  if (whole === undefined) return undefined
  return `${sign === '-' ? '-' : ''}${whole.replace(/[.,]/g, '')}.${decimals.padEnd(2, '0')}`
}

const DB = '/daybookapi/v1.0.0'
/**
 * SQL: whether a text has what is sought. Most texts have not, and are left out before they are folded, which takes
 * longer.
 */
const contains = (column: string): string => `${column} COLLATE "C" ILIKE $6 AND fold(${column}) LIKE fold($3)`
const ofParty = (kind: Party): string => `
  SELECT t.number FROM ${kind} t WHERE t.agreement = $1 AND t.number = $4::int
  UNION ALL (SELECT t.number FROM ${kind} t
    WHERE t.agreement = $1 AND t.number IS DISTINCT FROM $4::int AND ${contains('t.name')} LIMIT ${SEARCH_ITEMS_MAX})
  UNION ALL SELECT t.number FROM ${kind} t
    WHERE t.agreement = $1 AND (fold(t.vat_number) = fold($2) OR fold(t.corporate_identification_number) = fold($2)
      OR fold(t.email) = fold($2))`

/** What a customer owes, or a supplier is owed: where it may be said, else null. */
const party = (kind: Party): string => `
  SELECT p.number::text AS number, t.name AS text, NULL::date AS date, CASE WHEN $7::boolean THEN (
      SELECT coalesce(sum(${kind === 'supplier' ? '-' : ''}o.remainder), 0.00) FROM open_item o
      WHERE o.agreement = $1 AND o.${kind}_number = p.number AND ${IS_OPEN}) END AS amount,
    '${DB}/${kind}s/' || p.number AS path
  FROM (${ofParty(kind)}) AS p JOIN ${kind} t ON t.agreement = $1 AND t.number = p.number`

/**
 * Entries of the number, of the amount on either side, of the text; and the latest that have it anywhere in their text.
 */
const ENTRY = `e.entry_number, e.text, e.date, e.amount, e.customer_number, e.customer_invoice_number`
const ENTRIES = `(
  SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = $4::int
  UNION (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND e.amount = $5::numeric
    ORDER BY e.entry_number DESC LIMIT ${SEARCH_ITEMS_MAX})
  UNION (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND e.amount = -$5::numeric
    ORDER BY e.entry_number DESC LIMIT ${SEARCH_ITEMS_MAX})
  UNION (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND hashtext(fold(e.text)) = hashtext(fold($2))
    AND fold(e.text) = fold($2)
    ORDER BY e.entry_number DESC LIMIT ${SEARCH_ITEMS_MAX})
  UNION (SELECT ${ENTRY} FROM (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 ORDER BY e.entry_number DESC
    LIMIT ${SEARCH_ENTRIES_LOOKED_AT}) AS e
    WHERE ${contains('e.text')} ORDER BY e.entry_number DESC LIMIT ${SEARCH_ITEMS_MAX}))`

const invoice = (condition: string): string => `
  SELECT i.invoice_number::text AS number, c.name AS text, i.date, e.amount, '${DB}/invoices/' || i.number AS path
  FROM booked_invoice i JOIN customer c ON c.agreement = $1 AND c.number = i.customer_number
  LEFT JOIN LATERAL (SELECT e.amount FROM booked_entry e WHERE e.agreement = $1
    AND e.customer_invoice_number = i.invoice_number
    AND e.type IN (1, 10) ORDER BY e.entry_number LIMIT 1) AS e ON true
  WHERE i.agreement = $1 AND ${condition}`

const FOUND: Readonly<Record<Kind, string>> = {
  customers: party('customer'),
  suppliers: party('supplier'),
  accounts: `SELECT t.number::text AS number, t.name AS text, NULL::date AS date, NULL::numeric AS amount,
    '/accountsapi/v7.0.1/Accounts/' || t.number AS path
    FROM account t WHERE t.agreement = $1
      AND (t.number = $4::int OR ${contains('t.name')} OR t.number::text LIKE $2 || '%' AND $4::int IS NOT NULL)
    ORDER BY t.number <> coalesce($4::int, 0), t.number`,
  products: `SELECT t.number, t.name AS text, NULL::date AS date, NULL::numeric AS amount,
    '/productsapi/v2.0.0/products/' || t.number AS path
    FROM product t WHERE t.agreement = $1
      AND (fold(t.number) = fold($2) OR ${contains('t.name')} OR ${contains('t.number')})
    ORDER BY fold(t.number) <> fold($2)`,
  invoices: `${invoice('i.invoice_number = $4::int')} UNION ALL (${invoice(
    `$5::numeric IS NOT NULL AND i.invoice_number IS DISTINCT FROM $4::int
      AND i.invoice_number IN (SELECT x.customer_invoice_number FROM booked_entry x
       WHERE x.agreement = $1 AND x.amount IN ($5::numeric, -$5::numeric) AND x.type IN (1, 10))`,
  )} ORDER BY i.number DESC LIMIT ${SEARCH_ITEMS_MAX})`,
  vouchers: `SELECT v.voucher_number::text AS number, min(v.text) AS text, min(v.date) AS date,
    sum(v.amount_in_base_currency) FILTER (WHERE v.amount_in_base_currency > 0) AS amount,
      '${DB}/booked-entries?filter=voucherNumber$eq:' || v.voucher_number AS path
    FROM booked_entry v WHERE v.agreement = $1 AND v.voucher_number = $4::int
    GROUP BY v.accounting_year, v.journal_number, v.voucher_number ORDER BY min(v.date) DESC`,
  entries: `SELECT e.entry_number::text AS number, e.text, e.date, e.amount, '${DB}/booked-entries/' || e.entry_number
    AS path
    FROM ${ENTRIES} AS e ORDER BY e.entry_number <> coalesce($4::int, 0), e.entry_number DESC`,
  documents: `SELECT d.number::text AS number, d.note AS text, NULL::date AS date, NULL::numeric AS amount,
    '${DB}/documents/' || d.number AS path
    FROM (SELECT * FROM attached_document d WHERE d.agreement = $1
      AND (d.number = $4::int OR d.voucher_number = $4::int)
      UNION (SELECT * FROM (SELECT * FROM attached_document d WHERE d.agreement = $1 ORDER BY d.number DESC
        LIMIT ${SEARCH_ENTRIES_LOOKED_AT}) AS d
        WHERE ${contains('d.note')} LIMIT ${SEARCH_ITEMS_MAX})) AS d ORDER BY d.number DESC`,
}

const group = (kind: Kind): string => `
  SELECT '${kind}' AS kind, json_agg(json_build_object('number', f.number, 'text', f.text, 'date', f.date, 'amount',
    f.amount, 'path', f.path)
    ORDER BY f.place) AS items
  FROM (SELECT * FROM (SELECT DISTINCT ON (f.path) f.*
    FROM (SELECT f.*, row_number() OVER () AS place FROM (${FOUND[kind]}) AS f) AS f
    ORDER BY f.path, f.place) AS f ORDER BY f.place LIMIT ${SEARCH_ITEMS_MAX}) AS f HAVING count(*) > 0`

/**
 * A pattern that whatever folds to the given one has, too: of it what is ASCII. A Kelvin sign becomes a k, and three
 * others an i and two signs.
 */
const looser = (like: string): string => like.normalize('NFC').replace(/[^\u0020-\u007e]|[ki;`]/gi, '%')

/**
 * What has a text, a number or an amount, by kind: of these kinds alone. Each has so many items at most, those first
 * whose number it is. What parties owe is null unless `isOwedSaid`.
 */
export function searchStatement(
  agreement: number,
  text: string,
  kinds: readonly Kind[],
  isOwedSaid: boolean,
): Statement {
  const number = /^\d{1,9}$/.test(text) ? text : null
  const like = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const groups = kinds.map(group)
  return {
    text: `SELECT json_build_object('groups', coalesce(json_agg(json_build_object('kind', g.kind, 'items', g.items)),
      '[]'::json))::text
      FROM (${groups.join(' UNION ALL ')}) AS g
      WHERE ($2::text, $3::text, $4::int, $5::numeric, $6::text, $7::boolean) IS NOT NULL OR true`,
    values: [agreement, text, like, number, amountOf(text) ?? null, looser(like), isOwedSaid],
    wide: { agreement },
  }
}
