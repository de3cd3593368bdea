/** SQL: a join to the entry `name` right behind another. OFFSET keeps the planner from reading all entries of the voucher for each. */
const behind = (other: string, name: string): string => `LEFT JOIN LATERAL (
      SELECT * FROM booked_entry n WHERE n.agreement = $1 AND n.entry_number = ${other}.entry_number + 1 OFFSET 0
    ) AS ${name}`

/**
 * SQL: the join to the booked entry `t` that is the tax of the entry `e`, which carries the VAT code `v`. An entry does not say
 * which code its tax came from. But booking writes the tax right behind the entry that it is the tax of: on the code's account,
 * without a code of its own, alike in all else that both have, of the same sign and no larger.
 */
export const TAX_OF_ENTRY = `${behind('e', 't')} ON t.account_number = v.account_number AND v.rate > 0 AND t.vat_code IS NULL
      AND t.booking = e.booking AND t.date = e.date AND t.type = e.type AND t.voucher_number = e.voucher_number
      AND t.currency = e.currency AND t.exchange_rate = e.exchange_rate AND t.text IS NOT DISTINCT FROM e.text
      AND t.customer_number IS NULL AND t.supplier_number IS NULL
      AND sign(t.amount) = sign(e.amount) AND abs(t.amount) <= abs(e.amount)`

/** SQL: the join to the booked entry `c` that is the other side of the tax `t`, under reverse charge. */
export const CONTRA_OF_TAX = `${behind('t', 'c')} ON c.account_number = v.contra_account_number AND c.vat_code IS NULL
      AND c.booking = t.booking AND c.date = t.date AND c.amount = -t.amount`
