import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { type ReportShape, shapedParts } from './compared.ts'
import { chartItems } from './chart.ts'
import { accountsOfLine, addedBy, explainedStatement, type Figures, IS_ITEM } from './explain.ts'
import { shapeFigures } from './explained-shapes.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { renderings, type ReportFormat, type ReportParts, reportStatement } from './render.ts'

/**
 * Profit and loss of some days: `{from, to, items: [{accountNumber, name, type, amount}], result}` in base currency.
 * The items are the accounts of type 1 with what moved on them, and the headings and sums of the chart that belong to
 * them (see `chartItems`). Amounts are debit less credit, as everywhere in the ledger, so income is negative; `result`
 * is income less costs, so a profit is positive. No row when there is no such year or period.
 */
export function profitAndLoss(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { shape, figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  const parts = shape ? partsOf(shape) : PARTS
  if (figure) {
    const figures = shape ? shapeFigures('movements', shape) : PROFIT_FIGURES
    return explainedStatement(parts, { figures, figure }, format, values)
  }
  return reportStatement(shape ? renderings(parts) : TEXTS, format, values)
}

const PARTS: ReportParts = {
  with: `${ASKED}, ${MOVEMENTS}, ${BALANCES}, ${chartItems('item', 1, 'l.debit - l.credit')}`,
  columns: [
    { name: 'accountNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'type', column: 'type' },
    { name: 'amount', column: 'amount' },
  ],
  order: 'x.number',
  before: { from: 'asked.first', to: 'asked.last' },
  after: { result: '(SELECT coalesce(sum(l.credit - l.debit), 0.00) FROM line l WHERE l.type = 1)' },
}
const TEXTS = renderings(PARTS)

/** The figures of the profit and loss that can be explained. */
export const PROFIT_FIGURES: Figures = {
  isThere: IS_ITEM,
  lines: { amount: accountsOfLine('0, 1, -1', '(SELECT * FROM line l WHERE l.type = 1)') },
  ends: { result: addedBy('SELECT l.number, 0, -1, 1 FROM line l WHERE l.type = 1') },
}

const partsOf = (shape: ReportShape): ReportParts => ({
  ...shapedParts('movements', shape),
  before: { from: 'asked.first', to: 'asked.last' },
})
