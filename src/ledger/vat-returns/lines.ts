import type { Party } from '../parties/party.ts'
import { CONTRA_OF_TAX, TAX_OF_ENTRY } from '../reports/tax-entries.ts'
import { BOXES } from './boxes.ts'

/**
 * SQL: what may count in a return: what has a VAT code or is on a VAT account, and is neither an opening nor of a
 * return's own voucher.
 */
const COUNTS = `e.type NOT IN (7, 8)
        AND (e.vat_code IS NOT NULL OR e.account_number IN (SELECT a.number FROM vat_account a))
        AND e.booking NOT IN (SELECT o.booking FROM own o) AND (bound.last IS NULL OR e.entry_number <= bound.last)`

/** SQL: one kind of line of the tax of an entry: on the account of its code, or on the contra account. */
const taxLine = (kind: 'tax' | 'contra', account: string, box: string): string => `
    SELECT '${kind}' AS kind, x.${kind}_entry AS entry_number, coalesce(x.${box}, a.box) AS box, x.code, x.late,
      x.${kind} AS amount, a.number AS account_number
    FROM taxed x JOIN vat_account a ON a.number = x.${account} WHERE x.${kind}_entry IS NOT NULL`

/**
 * CTEs of what counts in the return of a period (MONTH.md 2), by agreement `$1`, and SQL of its first and last day. The
 * last is `line(kind, entry_number, box, code, late, amount, account_number)`; amounts are as in the ledger. Kinds:
 * `tax` and `contra` of a code, `base` of a code that reports it, `other` what no code explains, and `settlement` what
 * vouchers by hand moved to the account of settlement.
 *
 * A settled return has what was booked before it. What was booked later and is dated in a settled period is late: it
 * counts in the return that follows the last settled one. A part of a settled period, such as a month of its quarter,
 * goes by the return of the whole.
 */
export const linesOf = (from: string, to: string): string => `${BOXES}, settled AS MATERIALIZED (
    SELECT r.period, r.date_from, r.date_to, r.last_entry FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone
  ), own AS MATERIALIZED (
    SELECT b.booking FROM vat_return r CROSS JOIN LATERAL (VALUES (r.booking), (r.undo_booking)) AS b(booking)
    WHERE r.agreement = $1 AND b.booking IS NOT NULL
  ), bound AS MATERIALIZED (
    SELECT (SELECT min(s.date_from) FROM settled s) AS first, ${from} - 1 AS until,
      (SELECT s.last_entry FROM settled s WHERE s.date_to = ${from} - 1) AS after,
      (SELECT s.last_entry FROM settled s WHERE s.date_from <= ${from} AND s.date_to >= ${to}) AS last
  ), vat_account AS MATERIALIZED (
    SELECT a.number, a.vat_box AS box FROM account a
    WHERE a.agreement = $1 AND (a.vat_box IS NOT NULL OR EXISTS (
      SELECT FROM vat_code v WHERE v.agreement = $1 AND v.rate > 0
        AND a.number IN (v.account_number, v.contra_account_number)))
  ), picked AS MATERIALIZED (
    SELECT e.entry_number, NULL::text AS late
    FROM bound JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN ${from} AND ${to} AND ${COUNTS}
    UNION ALL
    SELECT e.entry_number, (SELECT s.period FROM settled s WHERE e.date BETWEEN s.date_from AND s.date_to)
    FROM bound
    JOIN booked_entry e ON e.agreement = $1 AND e.entry_number > bound.after
      AND e.date BETWEEN bound.first AND bound.until AND ${COUNTS}
  ), taxed AS MATERIALIZED (
    SELECT v.code, v.type, v.rate, v.deductible_percentage, v.account_number, v.contra_account_number, v.report, v.box,
      v.contra_box, p.late, e.entry_number, e.voucher_number, e.journal_number, e.booking,
      e.amount_in_base_currency AS base, t.entry_number AS tax_entry, t.amount_in_base_currency AS tax,
      c.entry_number AS contra_entry, c.amount_in_base_currency AS contra
    FROM picked p
    JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = p.entry_number
    JOIN vat_code v ON v.agreement = $1 AND v.code = e.vat_code
    ${TAX_OF_ENTRY}
    ${CONTRA_OF_TAX}
  ), by_hand AS MATERIALIZED (
    SELECT DISTINCT s.booking, s.voucher_number FROM bound
    JOIN system_account y ON y.agreement = $1 AND y.purpose = 'vatSettlement'
    JOIN booked_entry s ON s.agreement = $1 AND s.account_number = y.account_number
      AND s.date BETWEEN least(bound.first, ${from}) AND ${to} AND s.booking NOT IN (SELECT o.booking FROM own o)
  ), line AS MATERIALIZED (${taxLine('tax', 'account_number', 'box')}
    UNION ALL${taxLine('contra', 'contra_account_number', 'contra_box')}
    UNION ALL
    SELECT 'base', x.entry_number, x.report, x.code, x.late, x.base, NULL FROM taxed x WHERE x.report IS NOT NULL
    UNION ALL
    SELECT CASE WHEN h.booking IS NULL THEN 'other' ELSE 'settlement' END, p.entry_number, CASE WHEN h.booking IS NULL
      THEN a.box END, NULL, p.late, e.amount_in_base_currency, a.number
    FROM picked p
    JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = p.entry_number
    JOIN vat_account a ON a.number = e.account_number
    LEFT JOIN by_hand h ON h.booking = e.booking AND h.voucher_number = e.voucher_number AND e.vat_code IS NULL
    WHERE NOT EXISTS (SELECT FROM taxed x WHERE x.tax_entry = p.entry_number)
      AND NOT EXISTS (SELECT FROM taxed x WHERE x.contra_entry = p.entry_number)
  )`

/** The same of the days `$2` to `$3`. */
export const LINES = linesOf('$2::date', '$3::date')

/** CTEs after those: `figure`, a row a box, in whole kroner (`rounded`) too, and `total`, what is to be paid. */
export const TOTAL = `figure AS MATERIALIZED (
    SELECT b.*, coalesce(sum(b.sign * l.amount), 0.00) AS amount, round(coalesce(sum(b.sign * l.amount), 0)) AS rounded,
      count(l.box) AS entries
    FROM box b LEFT JOIN line l ON l.box = b.code GROUP BY b.code, b.place, b.sign, b.weight, b.side
  ), total AS MATERIALIZED (
    SELECT sum(f.weight * f.rounded) AS payable, sum(f.weight * f.amount) AS exact FROM figure f
  )`

/**
 * SQL: a join `name` to the customer (`customer_number`) or supplier of the voucher of the entry `of`; none where
 * it has several.
 */
export const partyOfVoucher = (party: Party, of: string, name: string): string => `LEFT JOIN LATERAL (
      SELECT CASE WHEN count(DISTINCT s.${party}_number) = 1 THEN min(s.${party}_number) END AS ${party}_number
        FROM booked_entry s
      WHERE s.agreement = $1 AND s.voucher_number = ${of}.voucher_number AND s.booking = ${of}.booking
        AND s.journal_number IS NOT DISTINCT FROM ${of}.journal_number AND s.${party}_number IS NOT NULL
    ) AS ${name} ON true`

/** SQL: a join to the customer `o(customer_number)` of the voucher of `x`; none where it has several. */
export const CUSTOMER_OF_VOUCHER = partyOfVoucher('customer', 'x', 'o')
