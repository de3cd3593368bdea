/**
 * SQL: a join to the entry `name` right behind another. OFFSET keeps the planner from reading all entries of the
 * voucher for each.
 */
const behind = (entryNumber: string, name: string, when = 'true'): string => `LEFT JOIN LATERAL (
      SELECT * FROM booked_entry o WHERE o.agreement = $1 AND o.entry_number = ${entryNumber} + 1 AND ${when} OFFSET 0
    ) AS ${name}`

/**
 * SQL: the join to the booked entry `t` that is the tax of the entry `e`, which carries the VAT code `v`. An entry does
 * not say which code its tax came from. But booking writes the tax right behind the entry that it is the tax of: on the
 * code's account, without a code of its own, alike in all else that both have, of the same sign and no larger. What is
 * not deducted, `n`, stands between the two, and names the code.
 */
export const TAX_OF_ENTRY = `${behind('e.entry_number', 'n', 'v.deductible_percentage < 100')}
  ON n.non_deductible_vat_code = e.vat_code AND n.booking = e.booking
    ${behind('coalesce(n.entry_number, e.entry_number)', 't')} ON t.account_number = v.account_number AND v.rate > 0
      AND t.vat_code IS NULL
      AND t.booking = e.booking AND t.date = e.date AND t.type = e.type AND t.voucher_number = e.voucher_number
      AND t.currency = e.currency AND t.exchange_rate = e.exchange_rate AND t.text IS NOT DISTINCT FROM e.text
      AND t.customer_number IS NULL AND t.supplier_number IS NULL
      AND sign(t.amount) = sign(e.amount) AND abs(t.amount) <= abs(e.amount)`

/**
 * SQL: the join to the booked entry `c` that is the other side of the tax, under reverse charge: of `t` and of what is
 * not deducted.
 */
export const CONTRA_OF_TAX = `${behind('coalesce(t.entry_number, n.entry_number)', 'c')}
  ON c.account_number = v.contra_account_number
      AND c.vat_code IS NULL AND c.booking = e.booking AND c.date = e.date
        AND c.amount = -(coalesce(t.amount, 0) + coalesce(n.amount, 0))`
