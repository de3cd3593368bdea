import type { Statement } from '../../database/connection.ts'
import { ASKED, CHART, daysValues, type ReportDays } from './range.ts'
import { renderings, type ReportFormat, type ReportParts, reportStatement } from './render.ts'

/** How many months must have anything beside one, so that it is known what is usual. */
const OTHERS_LEAST = 3

/**
 * The months of some days whose result is far from that of a usual one: twice as much or more, or less than a third,
 * also below zero: `{from, to, items: [{month, result, usual, difference, times, accountNumber, name, amount,
 * usualAmount}]}`.
 * What is usual is the middle one of the other months that have anything, the lower of two. The account is the one
 * that moved farthest from its own usual month, to the same side as the result. No row where there is no such year or
 * period.
 */
export function unusualMonths(agreement: number, days: ReportDays, format: ReportFormat): Statement {
  return reportStatement(TEXTS, format, [agreement, ...daysValues(days)])
}

const middleOf = (amounts: string): string =>
  `(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY o.amount) FROM ${amounts})`

const PARTS: ReportParts = {
  with: `${ASKED}, ${CHART}, moved AS MATERIALIZED (
    SELECT to_char(d.date, 'YYYY-MM') AS month, d.account_number AS number, sum(d.debit - d.credit) AS amount
    FROM asked CROSS JOIN LATERAL (
      SELECT * FROM day_total t WHERE t.agreement = $1 AND t.date BETWEEN asked.first AND asked.last OFFSET 0
    ) AS d
    JOIN chart c ON c.number = d.account_number AND c.type = 1
    GROUP BY 1, d.account_number
  ), result AS MATERIALIZED (
    SELECT m.month, -sum(m.amount) AS amount FROM moved m GROUP BY m.month HAVING sum(m.amount) <> 0
  ), compared AS (
    SELECT r.month, r.amount, ${middleOf('result o WHERE o.month <> r.month')} AS usual FROM result r
    WHERE (SELECT count(*) FROM result o) > ${OTHERS_LEAST}
  ), unusual AS MATERIALIZED (
    SELECT c.* FROM compared c WHERE c.amount / c.usual >= 2 OR c.amount / c.usual * 3 < 1
  ), of_account AS (
    SELECT r.month, a.number, coalesce(m.amount, 0) AS amount
    FROM result r CROSS JOIN (SELECT DISTINCT v.number FROM moved v) AS a
    LEFT JOIN moved m ON m.month = r.month AND m.number = a.number
  ), item AS (
    SELECT u.month, u.amount::numeric(24, 2) AS result, u.usual::numeric(24, 2) AS usual,
      (u.amount - u.usual)::numeric(24, 2) AS difference, round(u.amount / u.usual, 1)::numeric(24, 1) AS times,
      f.number, f.name, f.amount::numeric(24, 2) AS amount, f.usual::numeric(24, 2) AS usual_amount
    FROM unusual u CROSS JOIN LATERAL (
      SELECT n.number, c.name, n.amount, n.usual FROM (
        SELECT a.number, a.amount,
          ${middleOf('of_account o WHERE o.month <> u.month AND o.number = a.number')} AS usual
        FROM of_account a WHERE a.month = u.month
      ) AS n JOIN chart c ON c.number = n.number
      -- Costs are debits: more of them make less of a result.
      ORDER BY (n.amount - n.usual) * sign(u.usual - u.amount) DESC, n.number LIMIT 1
    ) AS f
  )`,
  columns: [
    { name: 'month', column: 'month', isText: true },
    { name: 'result', column: 'result' },
    { name: 'usual', column: 'usual' },
    { name: 'difference', column: 'difference' },
    { name: 'times', column: 'times' },
    { name: 'accountNumber', column: 'number' },
    { name: 'name', column: 'name', isText: true },
    { name: 'amount', column: 'amount' },
    { name: 'usualAmount', column: 'usual_amount' },
  ],
  order: 'x.month',
  before: { from: 'asked.first', to: 'asked.last' },
}
const TEXTS = renderings(PARTS)
