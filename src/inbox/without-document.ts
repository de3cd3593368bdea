import type { Statement } from '../database/connection.ts'

/** Vouchers that one answer tells at most; the first in time. */
const VOUCHERS_MAX = 10_000

/**
 * The statement of the vouchers of journals, booked or drafted, that have no document, in the order of their days.
 * Invoices of the company are documents themselves, and what reverses a voucher has that of the voucher.
 */
export const vouchersWithoutDocumentStatement = (agreement: number, from: string, to: string): Statement => ({
  text: `SELECT coalesce(json_agg(json_build_object('accountingYear', v.accounting_year, 'journalNumber',
    v.journal_number,
      'voucherNumber', v.voucher_number, 'date', v.date, 'text', v.text, 'amount', v.amount, 'isBooked', v.is_booked)
      ORDER BY v.date, v.journal_number, v.voucher_number), '[]')::text
    FROM (SELECT u.* FROM (
      SELECT e.accounting_year, e.journal_number, e.voucher_number, min(e.date) AS date,
        (array_agg(e.text ORDER BY e.entry_number) FILTER (WHERE e.text <> ''))[1] AS text,
          sum(greatest(e.amount_in_base_currency, 0)) AS amount,
        true AS is_booked
      FROM booked_entry e
      WHERE e.agreement = $1 AND e.date BETWEEN $2::date AND $3::date AND e.journal_number IS NOT NULL
        AND NOT EXISTS (SELECT FROM entry_reversal r WHERE r.agreement = $1 AND r.reversing_entry = e.entry_number)
      GROUP BY 1, 2, 3
      UNION ALL
      SELECT d.accounting_year, d.journal_number, d.voucher_number, min(d.date),
        (array_agg(d.text ORDER BY d.entry_number) FILTER (WHERE d.text <> ''))[1],
        round(sum(CASE WHEN d.contra_account_number IS NULL THEN greatest(d.amount * d.exchange_rate / 100, 0)
          ELSE abs(d.amount) * d.exchange_rate / 100 END), 2),
        false
      FROM draft_entry d
      WHERE d.agreement = $1 AND d.date BETWEEN $2::date AND $3::date
      GROUP BY 1, 2, 3
    ) AS u
    WHERE NOT EXISTS (SELECT FROM attached_document a WHERE a.agreement = $1 AND a.accounting_year = u.accounting_year
      AND a.voucher_number = u.voucher_number AND a.source = 'journal' AND a.journal_number = u.journal_number)
    ORDER BY u.date, u.journal_number, u.voucher_number LIMIT ${VOUCHERS_MAX}) AS v`,
  values: [agreement, from, to],
})
