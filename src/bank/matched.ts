import { isVoucherOf } from '../ledger/same-voucher.ts'

/** SQL: the voucher of this entry, booked or drafted, is that of a match of agreement `$1`. */
export const isOnMatchedVoucher = (entry: string): string =>
  `EXISTS (SELECT FROM bank_match m WHERE m.agreement = $1 AND ${isVoucherOf('m', entry)})`

/** SQL: a match of agreement `$1` names this booked entry. */
export const isNamedByMatch = (entry: string): string =>
  `EXISTS (SELECT FROM bank_match_entry m WHERE m.agreement = $1 AND m.entry_number = ${entry}.entry_number)`
