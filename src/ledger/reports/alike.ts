import type { Statement } from '../../database/connection.ts'
import { ALIKE_LOOKED_AT } from '../../limits.ts'

/** What a voucher is like that suggestions are wanted for. */
export interface VoucherLike {
  text?: string
  supplierNumber?: number
  /** Of all of it, as decimal text; on either side. */
  amount?: string
}

const ENTRY =
  'e.entry_number, e.booking, e.voucher_number, e.journal_number, e.accounting_year, e.date, e.text, e.amount'

/** A text without digits and signs, so that those of two months are alike. */
const pattern = (text: string): string => `btrim(regexp_replace(fold(${text}), '[0-9[:space:][:punct:]]+', ' ', 'g'))`

/** The latest entries that an index finds: of the supplier; where none is named of the text, else of the amount. */
const CANDIDATES = `(
  SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND e.supplier_number = $3::int AND e.type = 3
    ORDER BY e.entry_number DESC LIMIT ${ALIKE_LOOKED_AT})
  UNION ALL (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND $3::int IS NULL
    AND hashtext(fold(e.text)) = hashtext(fold($2)) AND fold(e.text) = fold($2) ORDER BY e.entry_number DESC
      LIMIT ${ALIKE_LOOKED_AT})
  UNION ALL (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND $3::int IS NULL AND e.amount = $4::numeric
    ORDER BY e.entry_number DESC LIMIT ${ALIKE_LOOKED_AT})
  UNION ALL (SELECT ${ENTRY} FROM booked_entry e WHERE e.agreement = $1 AND $3::int IS NULL AND e.amount = -$4::numeric
    ORDER BY e.entry_number DESC LIMIT ${ALIKE_LOOKED_AT})`

/** Accounts that VAT codes post to by themselves. */
const IS_OF_VAT = `EXISTS (SELECT FROM vat_code v WHERE v.agreement = $1
  AND l.account_number IN (v.account_number, v.contra_account_number))`

/** The lines of a voucher that somebody wrote: neither what the party owes, nor tax. */
const LINES = `SELECT json_agg(json_build_object('accountNumber', l.account_number, 'vatCode', l.vat_code,
  'departmentNumber', l.department_number,
    'text', l.text, 'amount', l.amount) ORDER BY l.entry_number) FROM booked_entry l
  WHERE l.agreement = $1 AND l.voucher_number = c.voucher_number
    AND l.journal_number IS NOT DISTINCT FROM c.journal_number
    AND l.booking = c.booking AND l.accounting_year = c.accounting_year AND l.non_deductible_vat_code IS NULL
    AND NOT EXISTS (SELECT FROM open_item o WHERE o.agreement = $1 AND o.entry_number = l.entry_number)
      AND NOT ${IS_OF_VAT}`

/**
 * Vouchers like one that is to be made, the most alike first and of those the latest:
 * `{items: [{reason, accountingYear, journalNumber, voucherNumber, date, text, amount, lines}]}`, five at most.
 */
export function vouchersAlike(agreement: number, { text, supplierNumber, amount }: VoucherLike): Statement {
  return {
    text: `WITH found AS (
      SELECT c.*, ${pattern('c.text')} = ${pattern('$2::text')} AND ${pattern('c.text')} <> '' AS is_of_text,
        abs(c.amount) = abs($4::numeric) AS is_of_amount
      FROM (${CANDIDATES}) AS c
    ), ranked AS (
      SELECT DISTINCT ON (f.accounting_year, f.journal_number, f.voucher_number, f.booking) f.*,
        (coalesce(f.is_of_text, false)::int * 2 + coalesce(f.is_of_amount, false)::int) AS rank
      FROM found f ORDER BY f.accounting_year, f.journal_number, f.voucher_number, f.booking,
        (coalesce(f.is_of_text, false)::int * 2 + coalesce(f.is_of_amount, false)::int) DESC, f.entry_number
    ), best AS (SELECT r.* FROM ranked r ORDER BY r.rank DESC, r.entry_number DESC LIMIT 5)
    SELECT json_build_object('items', coalesce(json_agg(json_build_object(
      'reason', concat_ws(' and ', CASE WHEN $3::int IS NOT NULL THEN 'supplier' END, CASE WHEN c.is_of_text
        THEN 'text' END, CASE WHEN c.is_of_amount THEN 'amount' END),
      'accountingYear', c.accounting_year, 'journalNumber', c.journal_number, 'voucherNumber', c.voucher_number, 'date',
        c.date, 'text', c.text,
      'amount', c.amount, 'lines', coalesce((${LINES}), '[]'::json)) ORDER BY c.rank DESC, c.entry_number DESC),
        '[]'::json))::text FROM best c`,
    values: [agreement, text ?? null, supplierNumber === undefined ? null : String(supplierNumber), amount ?? null],
    wide: { agreement },
  }
}
