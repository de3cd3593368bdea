/** SQL: two rows of one agreement, by their aliases, are of one voucher, booked or drafted. */
export const isVoucherOf = (one: string, other: string): string =>
  `${one}.voucher_number = ${other}.voucher_number AND ${one}.journal_number = ${other}.journal_number
    AND ${one}.accounting_year = ${other}.accounting_year`
