import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { addedBy, explainable, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * The key figures of some days: `{from, to, items: [{keyFigureCodeNumber, name, sumFrom, amount}]}` in base currency,
 * debit positive. A line has what moved on the accounts of its code. For codes of the balance (from 10 on) it has what
 * stood on them at the end. `sumFrom` marks a sum: it is the first of the lines summed. No row when there is no such
 * year or period.
 */
export function keyFigures(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  return REPORT(format, values, figure)
}

const PARTS: ReportParts = {
  with: `${ASKED}, ${MOVEMENTS}, ${BALANCES}, figure AS MATERIALIZED (
    SELECT k.number, k.name, k.sum_from1, k.sum1_text, coalesce(sum(
      CASE WHEN k.is_balance THEN l.opening ELSE 0 END + l.debit - l.credit), 0.00) AS amount
    FROM key_figure_code k
    LEFT JOIN chart c ON c.key_figure_code_number = k.number
    LEFT JOIN line l ON l.number = c.number
    WHERE k.agreement = $1
    GROUP BY k.number, k.name, k.sum_from1, k.sum1_text
  ), item AS (
    SELECT f.number, f.name, NULL::int AS sum_from, f.amount FROM figure f
    UNION ALL
    SELECT f.number, f.sum1_text, f.sum_from1, (SELECT sum(g.amount) FROM figure g
      WHERE g.number BETWEEN f.sum_from1 AND f.number)
    FROM figure f WHERE f.sum_from1 > 0
  )`,
  columns: [
    { name: 'keyFigureCodeNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'sumFrom', column: 'sum_from' },
    { name: 'amount', column: 'amount' },
  ],
  order: 'x.number, x.sum_from NULLS FIRST',
  before: { from: 'asked.first', to: 'asked.last' },
}

const accountsOf = (codes: string, sums = ''): string =>
  addedBy(`
  SELECT c.number, CASE WHEN k.is_balance THEN 1 ELSE 0 END, 1, -1 FROM chart c
  JOIN key_figure_code k ON k.agreement = $1 AND k.number = c.key_figure_code_number
  ${sums}
  WHERE ${codes}`)
/** The key figures that can be explained: `4.amount` is a line, `4.sum` what is printed behind it. */
export const KEY_FIGURES: Figures = {
  isThere: `EXISTS (SELECT FROM figure f WHERE f.number::text = ${LINE})`,
  lines: {
    amount: accountsOf(`k.number::text = ${LINE}`),
    sum: accountsOf(
      'k.number BETWEEN s.sum_from1 AND s.number',
      `JOIN key_figure_code s ON s.agreement = $1 AND s.number::text = ${LINE} AND s.sum_from1 > 0`,
    ),
  },
  ends: {},
}
const REPORT = explainable(PARTS, KEY_FIGURES)
