import { VOUCHER_OF_MATCH } from '../line-state.ts'

/**
 * SQL: whether a bank may still carry payment `p` out: it is not cancelled, and no match settles it, or only one whose
 * voucher went unbooked.
 */
export const isWaiting = (p: string): string => `(${p}.cancelled_at IS NULL AND (${p}.match_number IS NULL OR
  (SELECT ${VOUCHER_OF_MATCH} FROM bank_match m WHERE m.agreement = ${p}.agreement AND m.number = ${p}.match_number)
    = 'open'))`

/** SQL: whether nothing is open of the item of payment `p`. */
const isClosed = (p: string): string => `NOT EXISTS (SELECT FROM open_item o
  WHERE o.agreement = ${p}.agreement AND o.supplier_number = ${p}.supplier_number
    AND o.invoice_number = fold(${p}.invoice_number)
    AND (o.remainder <> 0 OR o.remainder_in_currency <> 0))`

/** SQL: the state of payment `p`: an item that was closed otherwise needs no payment any more. */
export const paymentState = (p: string): string =>
  `(CASE WHEN ${p}.cancelled_at IS NOT NULL THEN 'cancelled' WHEN NOT ${isWaiting(p)} OR ${isClosed(p)} THEN 'settled'
    ELSE 'waiting' END)`

/** SQL: the state of proposal `t`: that of its payments, `waiting` while one of them is. */
export const PROPOSAL_STATE = `(SELECT CASE WHEN bool_or(s.state = 'waiting') THEN 'waiting'
  WHEN bool_or(s.state = 'settled') THEN 'settled' ELSE 'cancelled' END
  FROM (SELECT ${paymentState('p')} AS state FROM payment p WHERE p.agreement = t.agreement
    AND p.proposal_number = t.number) AS s)`
