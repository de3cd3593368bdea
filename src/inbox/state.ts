import { isVoucherOf } from '../ledger/same-voucher.ts'

/**
 * SQL: the state of the document `t` of the inbox. One whose draft was deleted, or that was taken off its voucher, is
 * new again.
 */
export const INBOX_STATE = `(CASE WHEN t.rejected_reason IS NOT NULL THEN 'rejected'
  WHEN t.voucher_number IS NULL THEN 'new'
  WHEN t.was_drafted THEN CASE
    WHEN EXISTS (SELECT FROM draft_entry d WHERE d.agreement = t.agreement AND ${isVoucherOf('d', 't')}) THEN 'drafted'
    WHEN EXISTS (SELECT FROM booked_entry b WHERE b.agreement = t.agreement AND ${isVoucherOf('b', 't')}) THEN 'drafted'
    ELSE 'new' END
  WHEN EXISTS (SELECT FROM attached_document a JOIN document_part p ON p.agreement = t.agreement
    AND p.document_number = a.number
    WHERE a.agreement = t.agreement AND a.accounting_year = t.accounting_year AND a.voucher_number = t.voucher_number
      AND a.source = t.source AND coalesce(a.journal_number, 0) = coalesce(t.journal_number, 0)
      AND (p.hash = t.hash OR EXISTS (SELECT FROM inbox_part i
        WHERE i.agreement = t.agreement AND i.inbox_number = t.number AND i.hash = p.hash))) THEN 'attached'
  ELSE 'new' END)`
