import {
  balancedByDepartment,
  balancesAtEnd,
  type Comparison,
  type Division,
  type StatementKind,
  type ReportShape,
} from './compared.ts'
import { keyName, movedByDepartment } from './dimension-totals.ts'
import { countedEntries, type Figures, LINE, mayCountOn, PART, POSITION_OF_BUDGET } from './explain.ts'

/** What each division calls its parts. */
const PARTS: Readonly<Record<Division, string>> = { month: 'YYYY-MM', department: 'DEPARTMENT' }

/** SQL: the key of a row is that of the part asked for. */
const isPart = (by: Division | undefined, row: string): string =>
  by === undefined ? 'true' : `${by === 'month' ? `${row}.key` : keyName(`${row}.key`)} = ${PART}`

/** CTE `of_line(number, sign)`: the accounts of the line asked for. The result is a profit where it is positive. */
const accountsOf = (kind: StatementKind, by: Division | undefined): string => {
  const type = kind === 'movements' ? 1 : 2
  return `of_line (number, sign) AS MATERIALIZED (
    SELECT l.number, 1 FROM line l WHERE l.type = ${type} AND l.number::text = ${LINE}
    UNION SELECT l.number, 1 FROM line l JOIN part_of_sum s ON l.number BETWEEN s.low AND s.high
      WHERE l.type = ${type} AND s.sum_number::text = ${LINE}
    UNION SELECT l.number, -1 FROM line l WHERE l.type = 1 AND ${LINE} = 'result'
    UNION SELECT x.number, 1 FROM item x
      WHERE ${isPart(by, 'x')}
        AND x.side = CASE ${LINE} WHEN 'assets' THEN 'asset' WHEN 'liabilities' THEN 'liability' END
  )`
}

const ACCOUNTS = 'SELECT w.number FROM of_line w'
const ofFigure = (entry: string, account: string, amount: string): string => `
      SELECT ${entry}, ${account}, w.sign * ${amount}`

/** SQL: the parts of entries, of the span `s`. */
function entriesOf(kind: StatementKind, by: Division | undefined, asBooked: boolean): string {
  const isDepartment = by === 'department'
  const ofCrossed = (amount: string): string =>
    `${ofFigure('c.entry_number', 'c.account_number', amount)}
      FROM crossed c JOIN of_line w ON w.number = c.account_number WHERE ${keyName('c.own_key')} = ${PART}`
  if (kind === 'movements') {
    if (isDepartment) {
      const moved = movedByDepartment(`e.account_number IN (${ACCOUNTS})`, 'each')
      return `WITH ${moved} ${ofCrossed('(c.debit - c.credit)')}`
    }
    return `${ofFigure('e.entry_number', 'e.account_number', 'e.amount_in_base_currency')}
      FROM of_line w JOIN booked_entry e ON e.agreement = $1 AND e.account_number = w.number
      WHERE e.date BETWEEN s.first AND s.last AND e.type NOT IN (7, 8)`
  }
  const balances = balancesAtEnd(asBooked)
  if (isDepartment) {
    return `WITH ${balances}, ${balancedByDepartment(mayCountOn(ACCOUNTS))} ${ofCrossed('c.before')}`
  }
  return `WITH ${balances} ${ofFigure('e.entry_number', 'e.on_account', 'e.amount')}
      FROM (${countedEntries(ACCOUNTS)}
      ) AS e JOIN of_line w ON w.number = e.on_account WHERE e.is_before`
}

/** SQL: the parts of a column: of entries in its span, and of budget figures. A budget of movements has no entries. */
function partsOf(
  kind: StatementKind,
  column: 'amount' | Comparison,
  by: Division | undefined,
  asBooked: boolean,
): string {
  const booked = `
    SELECT p.* FROM span s CROSS JOIN LATERAL (${entriesOf(kind, by, asBooked)}
    ) AS p (position, account_number, part)
    WHERE s.kind = '${column}' ${by === 'month' ? `AND ${isPart(by, 's')}` : ''}`
  const budgeted = `
    SELECT ${POSITION_OF_BUDGET}, f.account_number, f.amount FROM (
      SELECT b.figure AS number, b.number AS account_number, w.sign * b.amount AS amount
      FROM budgeted b JOIN of_line w ON w.number = b.number WHERE ${isPart(by, 'b')}
    ) AS f`
  const all = column === 'budget' ? [...(kind === 'balances' ? [booked] : []), budgeted] : [booked]
  return `WITH ${accountsOf(kind, by)} ${all.join(' UNION ALL ')}`
}

/**
 * The figures of a divided or compared report: `2026-03/1010.lastYear`, `none/result.amount`, where it is divided;
 * `result.budget` where it is not.
 */
export function shapeFigures(kind: StatementKind, { by, compare }: ReportShape, asBooked = false): Figures {
  const named = kind === 'movements' ? ['result'] : ['assets', 'liabilities', 'result']
  const isNamed = `${LINE} IN (${named.map((one) => `'${one}'`).join(', ')})`
  const part = by && PARTS[by]
  const isThere = by === undefined ? 'true' : `EXISTS (SELECT FROM key_of_item k WHERE ${isPart(by, 'k')})`
  return {
    lines: Object.fromEntries(
      (['amount', ...compare] as const).map((column) => [column, partsOf(kind, column, by, asBooked)]),
    ),
    ends: {},
    named,
    ...(part !== undefined && { part }),
    isThere: `${isThere} AND (${isNamed} OR EXISTS (
      SELECT FROM item x WHERE x.number::text = ${LINE} AND x.amount IS NOT NULL AND ${isPart(by, 'x')}))`,
    ...(compare.includes('budget') && { others: 'budgetFigures' as const }),
  }
}
