/**
 * SQL: whether the booked entry `t` is the tax of the entry `e`, which carries the VAT code `v`. An entry does not say
 * which code its tax came from. But booking writes the tax right behind the entry that it is the tax of: on the code's account,
 * without a code of its own, alike in all else that both have, of the same sign and no larger.
 */
export const IS_TAX_OF_ENTRY = `
  t.entry_number = e.entry_number + 1 AND t.account_number = v.account_number AND v.rate > 0 AND t.vat_code IS NULL
  AND t.booking = e.booking AND t.date = e.date AND t.type = e.type AND t.voucher_number = e.voucher_number
  AND t.currency = e.currency AND t.exchange_rate = e.exchange_rate AND t.text IS NOT DISTINCT FROM e.text
  AND t.customer_number IS NULL AND t.supplier_number IS NULL
  AND sign(t.amount) = sign(e.amount) AND abs(t.amount) <= abs(e.amount)`

/** SQL: whether the booked entry `c` is the other side of the tax `t`, under reverse charge. */
export const IS_CONTRA_OF_TAX = `
  c.entry_number = t.entry_number + 1 AND c.account_number = v.contra_account_number AND c.vat_code IS NULL
  AND c.booking = t.booking AND c.date = t.date AND c.amount = -t.amount`
