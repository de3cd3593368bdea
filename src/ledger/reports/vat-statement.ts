import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { explainable, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays, VAT_CODES } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'
import { CONTRA_OF_TAX, TAX_OF_ENTRY } from './tax-entries.ts'

/**
 * The VAT statement of some days:
 * `{from, to, items, salesTax, purchaseTax, reverseChargeTax, payable, otherPostings, unexplained, settlements}`
 * in base currency, an item `{vatCode, name, type, rate, base, tax, reverseChargeTax}` for each VAT code (rule 7.1).
 *
 * Signs are those of a VAT return: `base` and `tax` of sales (type 1) are positive where the ledger credits, of
 * purchases (type 2) where it debits; `reverseChargeTax` is the other side of a reverse charge, positive where it is
 * owed. `payable` is sales tax and reverse charge less purchase tax. `otherPostings` is what else moved on the accounts
 * of the VAT codes that were used by the last day (settlements, postings by hand), positive where it is owed. Together
 * with payable it is all that moved there. The accounts of a code that was not used by then do not count: they may
 * still change, and figures of the past may not. No row when there is no such year or period.
 *
 * `unexplained` and `settlements` (`{accountNumber, name, amount}`, debit positive) have it by account, of the accounts
 * of all codes: an amount on one never hides the same on another. Settlements are vouchers that move VAT accounts
 * against other accounts of the balance sheet alone, without VAT codes and parties.
 */
export function vatStatement(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  return REPORT(format, values, figure)
}

const sumOf = (column: string, condition = 'true'): string =>
  `(SELECT coalesce(sum(x.${column}), 0.00) FROM item x WHERE ${condition})`
const PAYABLE = `(${sumOf('tax', 'x.type = 1')} + ${sumOf('contra')} - ${sumOf('tax', 'x.type = 2')})`

const listOf = (
  cte: string,
): string => `(SELECT coalesce(json_agg(json_build_object('accountNumber', a.number, 'name', a.name, 'amount', x.amount)
    ORDER BY a.number), '[]') FROM ${cte} x JOIN chart a ON a.number = x.number WHERE x.amount <> 0)`

/** CTEs of what no code explains, and of settlements: of the accounts of all codes, the amount. */
const BY_ACCOUNT = `vat_account AS MATERIALIZED (
    SELECT v.account_number AS number FROM code v UNION SELECT v.contra_account_number FROM code v
      WHERE v.contra_account_number IS NOT NULL
  ), part_of_settled AS MATERIALIZED (
    SELECT e.entry_number, e.account_number AS number, e.amount_in_base_currency AS amount
    FROM range r CROSS JOIN vat_account a
    JOIN booked_entry e ON e.agreement = $1 AND e.account_number = a.number AND e.date BETWEEN r.first AND r.last
    WHERE e.type IN (5, 9) AND e.vat_code IS NULL AND (
      SELECT bool_or(o.account_number NOT IN (SELECT b.number FROM vat_account b))
        AND bool_and(o.vat_code IS NULL AND o.customer_number IS NULL AND o.supplier_number IS NULL
          AND (c.type = 2 OR s.purpose IS NOT NULL))
      FROM booked_entry o
      JOIN chart c ON c.number = o.account_number
      LEFT JOIN system_account s ON s.agreement = $1 AND s.purpose = 'rounding' AND s.account_number = o.account_number
      WHERE o.agreement = $1 AND o.voucher_number = e.voucher_number AND o.accounting_year = e.accounting_year
        AND o.booking = e.booking
        AND o.journal_number IS NOT DISTINCT FROM e.journal_number)
  ), settled AS (
    SELECT s.number, sum(s.amount) AS amount FROM part_of_settled s GROUP BY s.number
  ), vat_part AS (
    SELECT l.number, l.debit - l.credit AS amount FROM line l JOIN vat_account a ON a.number = l.number
    UNION ALL SELECT v.account_number, -x.tax FROM taxed x JOIN code v ON v.code = x.vat_code
    UNION ALL SELECT v.contra_account_number, -x.contra FROM taxed x JOIN code v ON v.code = x.vat_code
    UNION ALL SELECT s.number, -s.amount FROM settled s
  ), unexplained AS (
    SELECT p.number, sum(p.amount)::numeric(24, 2) AS amount FROM vat_part p GROUP BY p.number
  )`

/** SQL: the account is one of a VAT code that was used by the last day. */
const isOfUsedCode = (account: string): string => `EXISTS (
      SELECT FROM asked JOIN vat_code_use u ON u.agreement = $1 AND u.first_date <= asked.last
      JOIN code v ON v.code = u.vat_code
      WHERE ${account} IN (v.account_number, v.contra_account_number))`

const PARTS: ReportParts = {
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
    SELECT coalesce(sum(l.credit - l.debit), 0.00) AS amount FROM line l WHERE ${isOfUsedCode('l.number')}
  ), ${BY_ACCOUNT}`,
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
    unexplained: listOf('unexplained'),
    settlements: listOf('settled'),
  },
}

/**
 * The entries `n` that are the base, the tax, or the other side of a reverse charge of entries with a VAT code, each
 * with its sign.
 */
const entriesOf = (name: 'e' | 't' | 'c', sign: string, condition: string, account?: string): string => `
  SELECT ${name}.entry_number, ${account ?? `${name}.account_number`}, ${sign} * ${name}.amount_in_base_currency
  FROM range r
  JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN r.first AND r.last
  JOIN code v ON v.code = e.vat_code
  ${TAX_OF_ENTRY}
  ${CONTRA_OF_TAX}
  WHERE e.vat_code IS NOT NULL AND e.type NOT IN (7, 8) AND ${name}.amount_in_base_currency <> 0 AND ${condition}`

const PAYABLE_PARTS = `${entriesOf('t', '-1', 'true')} UNION ALL ${entriesOf('c', '-1', 'true')}`
const movedWhere = (sign: string, condition: string): string => `
  SELECT e.entry_number, e.account_number, ${sign}e.amount_in_base_currency FROM range r
  JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN r.first AND r.last
  WHERE e.type NOT IN (7, 8) AND ${condition}`
const isOnLine = (account: string): string => `${account}::text = ${LINE}`
const settledOnLine = (sign: string): string => `
  SELECT s.entry_number, s.number, ${sign}s.amount FROM part_of_settled s WHERE ${isOnLine('s.number')}`

const SIGN = 'CASE v.type WHEN 1 THEN -1 ELSE 1 END'
const ofCode = `v.code = ${LINE}`
/** The figures of the VAT statement that can be explained. */
export const VAT_FIGURES: Figures = {
  line: 'CODE or ACCOUNT',
  isThere: `(EXISTS (SELECT FROM item x WHERE x.code = ${LINE})
    OR EXISTS (SELECT FROM vat_account a WHERE ${isOnLine('a.number')}))`,
  lines: {
    base: entriesOf('e', SIGN, ofCode),
    tax: entriesOf('t', SIGN, ofCode),
    reverseChargeTax: entriesOf('c', '-1', ofCode),
    unexplained: [
      movedWhere('', isOnLine('e.account_number')),
      entriesOf('t', '-1', isOnLine('v.account_number'), 'v.account_number'),
      entriesOf('c', '-1', isOnLine('v.contra_account_number'), 'v.contra_account_number'),
      settledOnLine('-'),
    ].join(' UNION ALL '),
    settlements: settledOnLine(''),
  },
  ends: {
    salesTax: entriesOf('t', '-1', 'v.type = 1'),
    purchaseTax: entriesOf('t', '1', 'v.type = 2'),
    reverseChargeTax: entriesOf('c', '-1', 'true'),
    payable: PAYABLE_PARTS,
    otherPostings: `${movedWhere('-', isOfUsedCode('e.account_number'))}
      UNION ALL SELECT p.n, p.a, -p.x FROM (${PAYABLE_PARTS}) AS p (n, a, x)`,
  },
}
const REPORT = explainable(PARTS, VAT_FIGURES)
