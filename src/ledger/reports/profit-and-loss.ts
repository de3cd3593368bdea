import type { Statement } from '../../database/connection.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { type ReportShape, shapedParts } from './compared.ts'
import { chartItems } from './chart.ts'
import { accountsOfLine, type Asking, explainedStatement, type Figures, IS_ITEM } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { renderings, type ReportFormat, type ReportParts, reportStatement } from './render.ts'

/**
 * Profit and loss of some days: `{from, to, items: [{accountNumber, name, type, amount}], result}` in base currency. The
 * items are the accounts of type 1 with what moved on them, and the headings and sums of the chart that belong to them (see
 * `chartItems`). Amounts are debit less credit, as everywhere in the ledger, so income is negative; `result` is income
 * less costs, so a profit is positive. No row when there is no such year or period.
 */
export function profitAndLoss(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { shape, figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  if (figure) return explainedStatement(PARTS, { figures: PROFIT_FIGURES, figure }, format, values)
  return reportStatement(shape ? shapedTexts(shape) : TEXTS, format, values)
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
  ends: { result: 'SELECT l.number, 0, -1, 1 FROM line l WHERE l.type = 1' },
}

const shapedTexts = (shape: ReportShape): ReturnType<typeof renderings> =>
  renderings({ ...shapedParts('movements', shape), before: { from: 'asked.first', to: 'asked.last' } })
