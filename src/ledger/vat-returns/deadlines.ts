import type { Statement } from '../../database/connection.ts'
import { daysAfter } from '../days.ts'
import { linesOf, TOTAL } from './lines.ts'
import { vatDeadline, vatPeriodsBetween } from './periods.ts'
import type { AccountInterval } from '../reports/account-ledger.ts'
import { AT_THE_END, PROVISIONAL_BALANCES } from '../reports/balances.ts'
import { ENTRY_OF_REMAINDER, remaindersThen } from '../reports/open-items.ts'
import { ASKED } from '../reports/range.ts'

/** What falls due, in the order in which it is answered. */
export const DUE = ['customers', 'suppliers', 'vatSettled', 'vatReturn'] as const

/** How many days before the day a period of VAT may have ended whose deadline is told: it is long past. */
const DAYS_BACK = 400

/**
 * What falls due until a day, and what some accounts then come to:
 * `{date, until, openingBalance, items: [{kind, amount, count, date, period}], closingBalance}` in base currency; what
 * comes in is positive. Kinds without anything are left out.
 *
 * - `customers`: what is open of them at the end of `date` and due from that day on. What is late is left out: nobody
 *   knows when it comes.
 * - `suppliers`: what is open of them and due by `until`, also what is late.
 * - `vatSettled`: the balance of the account of settlement: settled returns that are not paid. `period` is the
 *   last whose period had ended by `date`.
 * - `vatReturn`: the return after the last settled one (before any, of the last period that ended), as it would be now,
 *   less what vouchers by hand have moved to the account of settlement; if its period has ended.
 *
 * No row where the interval is a single number and no account of type 1 or 2.
 */
export function deadlines(
  agreement: number,
  { date, until, accounts }: { date: string; until: string; accounts: AccountInterval },
): Statement {
  const periods = vatPeriodsBetween(daysAfter(date, -DAYS_BACK), until).map((period) => ({
    ...period,
    deadline: vatDeadline(period),
  }))
  return {
    text: TEXT,
    values: [agreement, date, date, null, null, accounts.from, accounts.to, until, JSON.stringify(periods)],
  }
}

const DUE_ON = 'coalesce(e.due_date, e.date)'

const NEXT = `told AS MATERIALIZED (
    SELECT p.* FROM json_to_recordset($9::json)
      AS p(name text, frequency text, "from" date, "to" date, deadline date)
  ), last_settled AS MATERIALIZED (
    SELECT r.period, r.date_to FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone AND r.date_to <= $2::date
    ORDER BY r.date_to DESC LIMIT 1
  ), next AS MATERIALIZED (
    SELECT t.* FROM told t
    WHERE t.frequency = coalesce((SELECT s.frequency FROM vat_setup s WHERE s.agreement = $1), 'quarter')
      AND t."to" < $2::date AND coalesce(t."from" = (SELECT s.date_to FROM last_settled s) + 1, true)
    ORDER BY t."to" DESC LIMIT 1
  )`

/** What the return comes to: in whole kroner, or, where it is settled by hand, what that has left exactly. */
const RETURNED = `returned AS MATERIALIZED (
    WITH ${linesOf('(SELECT n."from" FROM next n)', '(SELECT n."to" FROM next n)')}, ${TOTAL}, by_hand_moved AS (
      SELECT coalesce(sum(l.amount), 0) AS amount FROM line l WHERE l.kind = 'settlement'
    )
    SELECT CASE WHEN m.amount = 0 THEN t.payable ELSE t.exact - m.amount END AS payable,
      (SELECT sum(f.entries) FROM figure f WHERE f.weight <> 0) AS entries
    FROM total t, by_hand_moved m
  )`

const TEXT = `WITH ${ASKED}, ${AT_THE_END}, ${PROVISIONAL_BALANCES}, chosen AS MATERIALIZED (
    SELECT l.* FROM line l WHERE l.number BETWEEN $6::int AND $7::int
  ), balance AS MATERIALIZED (
    SELECT coalesce(sum(c.opening), 0)::numeric(24, 2) AS amount FROM chosen c
  ), ${remaindersThen('(o.customer_number IS NOT NULL OR o.supplier_number IS NOT NULL)')}, open AS MATERIALIZED (
    SELECT e.customer_number, ${DUE_ON} AS due, r.base FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}
    WHERE e.date <= asked.last AND r.base <> 0 AND ${DUE_ON} <= $8::date
  ), ${NEXT}, ${RETURNED}, due AS (
    SELECT 0 AS place, 'customers' AS kind, sum(o.base) AS amount, count(*) AS count, min(o.due) AS date,
      NULL::text AS period
    FROM open o WHERE o.customer_number IS NOT NULL AND o.due >= $2::date
    UNION ALL
    SELECT 1, 'suppliers', sum(o.base), count(*), min(o.due), NULL FROM open o WHERE o.customer_number IS NULL
    UNION ALL
    SELECT 2, 'vatSettled', l.opening, NULL, t.deadline, r.period
    FROM system_account s JOIN line l ON l.number = s.account_number
    LEFT JOIN last_settled r ON true LEFT JOIN told t ON t.name = r.period
    WHERE s.agreement = $1 AND s.purpose = 'vatSettlement' AND coalesce(t.deadline <= $8::date, true)
    UNION ALL
    SELECT 3, 'vatReturn', -r.payable, r.entries, n.deadline, n.name FROM next n, returned r
    WHERE n.deadline <= $8::date
  ), item AS MATERIALIZED (
    SELECT d.place, d.kind, d.amount::numeric(24, 2) AS amount, d.count, d.date, d.period FROM due d WHERE d.amount <> 0
  )
  SELECT json_build_object('date', $2::date, 'until', $8::date, 'openingBalance', balance.amount, 'items', (
      SELECT coalesce(json_agg(json_build_object('kind', i.kind, 'amount', i.amount, 'count', i.count, 'date', i.date,
        'period', i.period) ORDER BY i.place), '[]') FROM item i),
    'closingBalance', balance.amount + (SELECT coalesce(sum(i.amount), 0) FROM item i))::text
  FROM balance WHERE $6::int <> $7::int OR EXISTS (SELECT FROM chosen)`
