import type { Statement } from '../../database/connection.ts'
import { UNBALANCED_MAX } from '../../limits.ts'

/** SQL: whether a draft `d` has its own side: an account, or the party that stands for one. */
const HAS_OWN = `CASE WHEN d.entry_type_number IN (2, 10) THEN d.customer_number IS NOT NULL
  WHEN d.entry_type_number IN (3, 4) THEN d.supplier_number IS NOT NULL ELSE d.account_number IS NOT NULL END`

/** SQL: what an amount of a line `s` is in base currency at a rate, as it is booked. */
const inBase = (amount: string, rate: string): string => `round(round(${amount}, 2) * ${rate} / 100, 2)`

/** What a foreign line comes to at its rate and at that of the table, and at which rate its voucher would balance. */
const RATES = `SELECT json_agg(json_build_object('entryNumber', s.entry_number, 'accountNumber', s.account_number,
    'currency', s.currency,
    'amount', round(s.amount, 2), 'exchangeRate', s.exchange_rate, 'amountInBaseCurrency', s.base * s.sign,
    'tableDate', r.date, 'tableRate', r.rate::numeric(24, 6),
    'amountAtTableRate', ${inBase('s.amount', 'r.rate')}, 'balancingRate', b.rate) ORDER BY s.entry_number)
  FROM side s CROSS JOIN (SELECT a.base_currency FROM agreement a WHERE a.agreement = $1) AS own
  LEFT JOIN LATERAL (SELECT e.date, e.rate FROM exchange_rate e WHERE e.agreement = $1 AND e.currency = s.currency
    AND e.date <= s.date ORDER BY e.date DESC LIMIT 1) AS r ON true
  LEFT JOIN LATERAL (
    SELECT round((s.base - u.difference) * s.sign * 100 / round(s.amount, 2), 6)::numeric(24, 6) AS rate
    WHERE round(s.amount, 2) <> 0) AS n ON true
  LEFT JOIN LATERAL (SELECT n.rate WHERE n.rate > 0 AND n.rate < 1000000000000
    AND ${inBase('s.amount', 'n.rate')} = (s.base - u.difference) * s.sign) AS b ON true
  WHERE s.currency <> own.base_currency AND s.journal_number = u.journal_number
    AND s.accounting_year = u.accounting_year AND s.voucher_number = u.voucher_number AND s.unit = u.unit`

/**
 * Draft vouchers that booking would refuse as out of balance, as it takes them: on each of their dates, or in each
 * month where the journal balances so. `{journals: [{journalNumber, name, count}], items: [{journalNumber,
 * accountingYear, voucherNumber, date, difference, rates}]}`. Lines with both sides balance by themselves; what only
 * rounding leaves is booked.
 */
export function unbalancedVouchers(agreement: number): Statement {
  return {
    text: `WITH side AS MATERIALIZED (
      SELECT d.entry_number, d.journal_number, d.accounting_year, d.voucher_number, d.date, d.account_number, d.amount,
        d.currency, d.exchange_rate, g.sign, g.sign * ${inBase('d.amount', 'd.exchange_rate')} AS base,
        CASE WHEN j.balancing_behavior THEN date_trunc('month', d.date)::date ELSE d.date END AS unit
      FROM draft_entry d JOIN journal j ON j.agreement = $1 AND j.number = d.journal_number
      CROSS JOIN LATERAL (SELECT CASE WHEN ${HAS_OWN} THEN 1 ELSE -1 END AS sign) AS g
      WHERE d.agreement = $1 AND (${HAS_OWN}) = (d.contra_account_number IS NULL)
    ), unbalanced AS MATERIALIZED (
      SELECT s.journal_number, s.accounting_year, s.voucher_number, s.unit, min(s.date) AS date,
        sum(s.base)::numeric(24, 2) AS difference
      FROM side s GROUP BY s.journal_number, s.accounting_year, s.voucher_number, s.unit
      HAVING sum(s.base) <> 0 AND round(sum(s.sign * s.amount * s.exchange_rate / 100), 2) <> 0
    ), first AS (
      SELECT u.* FROM unbalanced u
      ORDER BY u.journal_number, u.accounting_year, u.voucher_number, u.unit LIMIT ${UNBALANCED_MAX}
    )
    SELECT json_build_object('journals', coalesce((
      SELECT json_agg(json_build_object('journalNumber', j.number, 'name', j.name, 'count', n.count) ORDER BY j.number)
      FROM (
        SELECT u.journal_number, count(DISTINCT (u.accounting_year, u.voucher_number)) FROM unbalanced u GROUP BY 1
      ) AS n
      JOIN journal j ON j.agreement = $1 AND j.number = n.journal_number), '[]'::json), 'items', coalesce((
      SELECT json_agg(json_build_object('journalNumber', u.journal_number, 'accountingYear', u.accounting_year,
          'voucherNumber', u.voucher_number, 'date', u.date, 'difference', u.difference,
          'rates', coalesce((${RATES}), '[]'::json))
        ORDER BY u.journal_number, u.accounting_year, u.voucher_number, u.unit)
      FROM first u), '[]'::json))::text`,
    values: [agreement],
  }
}
