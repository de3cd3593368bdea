import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { AT_THE_END, BALANCES, PROVISIONAL, PROVISIONAL_BALANCES } from './balances.ts'
import { type ReportShape, shapedParts } from './compared.ts'
import { chartItems } from './chart.ts'
import { accountsOfLine, addedBy, explainedStatement, type Figures, IS_ITEM } from './explain.ts'
import { shapeFigures } from './explained-shapes.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { renderings, type ReportFormat, type ReportParts, reportStatement } from './render.ts'

/** What the line is called that has no account: income less costs since the last year that was closed. */
export const OPEN_RESULT = 'Result not yet closed'

/**
 * The balance sheet at the end of the last of some days:
 * `{date, items: [{accountNumber, name, type, side, amount}], assets, liabilities, result}` in base currency, debit
 * positive. The items are the accounts of type 2, the headings and sums of the chart that belong to them (see
 * `chartItems`), and at the end a line without an account: the result not yet closed. Accounts and that line sum to
 * 0.00, so `assets + liabilities = result`, a profit being positive.
 *
 * An account's `side` is `asset` or `liability` (equity among them): by its `isCredit` where it has one, else by the
 * sign of the balance. The results of open years before that of the day are on the account of the result
 * (`provisional`), unless they are wanted `asBooked`. With a `shape`, it is divided and compared (`shapedParts`). No
 * row when there is no such year or period.
 */
export function balanceSheet(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { asBooked = false, shape, figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  const plain = asBooked ? AS_BOOKED : PARTS
  const parts = shape ? shapedBy(shape, asBooked) : plain
  if (figure) {
    const figures = shape ? shapeFigures('balances', shape, asBooked) : SHEET_FIGURES
    return explainedStatement(parts, { figures, figure }, format, values)
  }
  const texts = asBooked ? AS_BOOKED_TEXTS : TEXTS
  return reportStatement(shape ? renderings(parts) : texts, format, values)
}

const sumOf = (side: string): string => `(SELECT coalesce(sum(x.amount), 0.00) FROM item x WHERE x.side = '${side}')`

const partsOf = (balances: string): ReportParts => ({
  with: `${ASKED}, ${AT_THE_END}, ${balances}, ${chartItems('of_chart', 2, 'l.opening')}, item AS (
    SELECT c.number, c.name, c.type, c.amount, CASE WHEN c.type = 2 THEN
      CASE WHEN coalesce(c.is_credit, c.amount < 0) THEN 'liability' ELSE 'asset' END END AS side
    FROM of_chart c
    UNION ALL
    SELECT NULL, '${OPEN_RESULT}', NULL, coalesce(sum(l.opening), 0.00), NULL FROM line l WHERE l.type = 1
  )`,
  columns: [
    { name: 'accountNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'type', column: 'type' },
    { name: 'side', column: 'side', isText: true },
    { name: 'amount', column: 'amount' },
  ],
  order: 'x.number NULLS LAST',
  before: { date: 'asked.last' },
  after: {
    assets: sumOf('asset'),
    liabilities: sumOf('liability'),
    result: '(SELECT coalesce(-sum(l.opening), 0.00) FROM line l WHERE l.type = 1)',
  },
  optional: { provisional: PROVISIONAL },
})
const [PARTS, AS_BOOKED] = [partsOf(PROVISIONAL_BALANCES), partsOf(BALANCES)]
const [TEXTS, AS_BOOKED_TEXTS] = [renderings(PARTS), renderings(AS_BOOKED)]

const ofSide = (side: string): string => addedBy(`SELECT x.number, 1, 1, -1 FROM item x WHERE x.side = '${side}'`)
/** The figures of the balance sheet that can be explained. */
export const SHEET_FIGURES: Figures = {
  isThere: IS_ITEM,
  lines: { amount: accountsOfLine('1, 1, -1', '(SELECT * FROM line l WHERE l.type = 2)') },
  ends: {
    assets: ofSide('asset'),
    liabilities: ofSide('liability'),
    result: addedBy('SELECT l.number, -1, -1, 1 FROM line l WHERE l.type = 1'),
  },
}

const shapedBy = (shape: ReportShape, asBooked: boolean): ReportParts => ({
  ...shapedParts('balances', shape, { asBooked, extra: OPEN_RESULT }),
  before: { date: 'asked.last' },
})
