import type { Statement } from '../../database/connection.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { ASKED, daysValues, type ReportDays, VAT_CODES } from './range.ts'
import { renderings, type ReportFormat, reportStatement } from './render.ts'
import { CONTRA_OF_TAX, TAX_OF_ENTRY } from './tax-entries.ts'

/**
 * The VAT statement of some days: `{from, to, items: [{vatCode, name, type, rate, base, tax, reverseChargeTax}], salesTax,
 * purchaseTax, reverseChargeTax, payable, otherPostings}` in base currency, an item for every VAT code (rule 7.1).
 *
 * Signs are those of a VAT return: `base` and `tax` of sales (type 1) are positive where the ledger credits, of purchases
 * (type 2) where it debits; `reverseChargeTax` is the other side of a reverse charge, positive where it is owed. `payable`
 * is sales tax and reverse charge less purchase tax. `otherPostings` is what else moved on the accounts of the VAT codes
 * that were used by the last day (settlements, postings by hand), positive where it is owed. Together with payable it is all
 * that moved there. The accounts of a code that was not used by then do not count: they may still change, and figures of the
 * past may not. No row when there is no such year or period.
 */
export function vatStatement(agreement: number, days: ReportDays, format: ReportFormat): Statement {
  return reportStatement(TEXTS, format, [agreement, ...daysValues(days)])
}

const sumOf = (column: string, condition = 'true'): string =>
  `(SELECT coalesce(sum(x.${column}), 0.00) FROM item x WHERE ${condition})`
const PAYABLE = `(${sumOf('tax', 'x.type = 1')} + ${sumOf('contra')} - ${sumOf('tax', 'x.type = 2')})`

const TEXTS = renderings({
  with: `${ASKED}, ${MOVEMENTS}, ${BALANCES}, ${VAT_CODES}, taxed AS (
    SELECT e.vat_code, sum(e.amount_in_base_currency) AS base, sum(t.amount_in_base_currency) AS tax,
      sum(c.amount_in_base_currency) AS contra
    FROM range r
    JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN r.first AND r.last
    JOIN code v ON v.code = e.vat_code
    ${TAX_OF_ENTRY}
    ${CONTRA_OF_TAX}
    WHERE e.vat_code IS NOT NULL AND e.type NOT IN (7, 8)
    GROUP BY e.vat_code
  ), item AS (
    SELECT v.code, v.name, v.type, v.rate,
      (s.sign * coalesce(x.base, 0))::numeric(24, 2) AS base, (s.sign * coalesce(x.tax, 0))::numeric(24, 2) AS tax,
      -coalesce(x.contra, 0)::numeric(24, 2) AS contra
    FROM code v
    CROSS JOIN LATERAL (SELECT CASE v.type WHEN 1 THEN -1 ELSE 1 END AS sign) s
    LEFT JOIN taxed x ON x.vat_code = v.code
  ), moved AS (
    SELECT coalesce(sum(l.credit - l.debit), 0.00) AS amount FROM line l
    WHERE EXISTS (
      SELECT FROM asked JOIN vat_code_use u ON u.agreement = $1 AND u.first_date <= asked.last
      JOIN code v ON v.code = u.vat_code
      WHERE l.number IN (v.account_number, v.contra_account_number))
  )`,
  columns: [
    { name: 'vatCode', column: 'code', isText: true },
    { name: 'name', column: 'name', isText: true },
    { name: 'type', column: 'type' },
    { name: 'rate', column: 'rate' },
    { name: 'base', column: 'base' },
    { name: 'tax', column: 'tax' },
    { name: 'reverseChargeTax', column: 'contra' },
  ],
  order: 'x.type, x.code COLLATE "C"',
  before: { from: 'asked.first', to: 'asked.last' },
  after: {
    salesTax: sumOf('tax', 'x.type = 1'),
    purchaseTax: sumOf('tax', 'x.type = 2'),
    reverseChargeTax: sumOf('contra'),
    payable: PAYABLE,
    otherPostings: `(SELECT m.amount - ${PAYABLE} FROM moved m)`,
  },
})
