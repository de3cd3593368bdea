/** SQL: the match's voucher is that of the entry, booked or drafted; both are aliases of one agreement. */
export const isVoucherOf = (match: string, entry: string): string =>
  `${match}.voucher_number = ${entry}.voucher_number AND ${match}.journal_number = ${entry}.journal_number AND ${match}.accounting_year = ${entry}.accounting_year`

/** SQL: the voucher of this entry, booked or drafted, is that of a match of agreement `$1`. */
export const isOnMatchedVoucher = (entry: string): string =>
  `EXISTS (SELECT FROM bank_match m WHERE m.agreement = $1 AND ${isVoucherOf('m', entry)})`

/** SQL: a match of agreement `$1` names this booked entry. */
export const isNamedByMatch = (entry: string): string =>
  `EXISTS (SELECT FROM bank_match_entry m WHERE m.agreement = $1 AND m.entry_number = ${entry}.entry_number)`
