import { isVoucherOf } from '../ledger/same-voucher.ts'

/** SQL: what became of match `m`: it is booked, or its voucher is drafted, or went unbooked, and its lines are open. */
export const VOUCHER_OF_MATCH = `CASE
      WHEN m.voucher_number IS NULL THEN 'booked'
      WHEN EXISTS (SELECT FROM booked_entry e WHERE e.agreement = m.agreement AND ${isVoucherOf('m', 'e')})
        THEN 'booked'
      WHEN EXISTS (SELECT FROM draft_entry d WHERE d.agreement = m.agreement AND ${isVoucherOf('m', 'd')})
        THEN 'matched'
      ELSE 'open' END`

/** SQL: the state of the line `t`. A match whose voucher is gone, though it was never booked, leaves its lines open. */
export const LINE_STATE = `(CASE WHEN t.ignored_reason IS NOT NULL THEN 'ignored'
  WHEN t.match_number IS NULL THEN 'open'
  ELSE (SELECT ${VOUCHER_OF_MATCH}
    FROM bank_match m WHERE m.agreement = t.agreement AND m.number = t.match_number) END)`
