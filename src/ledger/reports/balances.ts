import { CHART } from './range.ts'

/**
 * CTEs up to `line(number, name, type, is_credit, opening, debit, credit)`: every account of type 1 or 2 with its
 * balance before `range.first` and what moved from `range.first` to `range.last`, in base currency. `$1` is the agreement. A CTE
 * `range(first, last)` and those of `ASKED` must stand before: the accounts are those of the chart as of the days asked for. With `first` the
 * day after `last` nothing moves, and `opening` is the balance at the end of `last`.
 *
 * As in the trial balance, opening entries (types 7 and 8) are balances and never movements. Those of one accounting year carry everything
 * before it: of the latest year begun by then that has any, or that follows a closed year. Whole periods come from their totals. Periods
 * that the days cut come from the totals of their days. No entry is read. OFFSET keeps the planner from reading all totals for each period.
 */
export const BALANCES = `${CHART},
  begun AS (
    SELECT coalesce(max(y.date_from), (
        -- Days from before the first year: nothing lies before it, so its opening entries are what was there.
        SELECT min(f.date_from) FROM accounting_year f, range r WHERE f.agreement = $1
        HAVING min(f.date_from) BETWEEN min(least(r.first, r.last)) AND min(r.last)), '-infinity') AS day
    FROM accounting_year y, range r
    WHERE y.agreement = $1 AND y.date_from <= least(r.first, r.last) AND (
      EXISTS (SELECT FROM accounting_year b WHERE b.agreement = $1 AND b.date_to = y.date_from - 1 AND b.is_closed)
      OR EXISTS (
        SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year AND t.opening <> 0))
  ), period AS MATERIALIZED (
    SELECT p.year, p.period_number, p.date_from, p.date_to, r.first, r.last,
      (p.date_from < r.first AND p.date_to >= r.first) OR (p.date_from <= r.last AND p.date_to > r.last) AS is_cut
    FROM range r, begun, accounting_period p
    WHERE p.agreement = $1 AND p.date_from >= begun.day AND p.date_from <= r.last
  ), part AS (
    SELECT t.account_number, t.opening AS before, 0::numeric AS debit, 0::numeric AS credit
    FROM begun
    JOIN accounting_year y ON y.agreement = $1 AND y.date_from = begun.day
    CROSS JOIN LATERAL (SELECT * FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year OFFSET 0) AS t
    UNION ALL
    SELECT t.account_number,
      CASE WHEN p.date_to < p.first THEN t.debit - t.credit ELSE 0 END,
      CASE WHEN p.date_to < p.first THEN 0 ELSE t.debit END,
      CASE WHEN p.date_to < p.first THEN 0 ELSE t.credit END
    FROM period p CROSS JOIN LATERAL (
      SELECT * FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = p.year AND t.period_number = p.period_number OFFSET 0
    ) AS t
    WHERE NOT p.is_cut
    UNION ALL
    SELECT d.account_number,
      CASE WHEN d.date < p.first THEN d.debit - d.credit ELSE 0 END,
      CASE WHEN d.date < p.first THEN 0 ELSE d.debit END,
      CASE WHEN d.date < p.first THEN 0 ELSE d.credit END
    FROM period p CROSS JOIN LATERAL (
      SELECT * FROM day_total d WHERE d.agreement = $1 AND d.date BETWEEN p.date_from AND least(p.date_to, p.last) OFFSET 0
    ) AS d
    WHERE p.is_cut
  ), by_account AS MATERIALIZED (
    SELECT p.account_number, sum(p.before) AS before, sum(p.debit) AS debit, sum(p.credit) AS credit FROM part p GROUP BY p.account_number
  ), line AS MATERIALIZED (
    SELECT a.number, a.name, a.type, a.is_credit, coalesce(m.before, 0)::numeric(24, 2) AS opening,
      coalesce(m.debit, 0)::numeric(24, 2) AS debit, coalesce(m.credit, 0)::numeric(24, 2) AS credit
    FROM chart a LEFT JOIN by_account m ON m.account_number = a.number
    WHERE a.type IN (1, 2)
  )`

/** CTE `range` of a report on what moved in the days asked for. */
export const MOVEMENTS = 'range AS MATERIALIZED (SELECT asked.first, asked.last FROM asked)'
/** CTE `range` of a report on balances at the end of the last day asked for. */
export const AT_THE_END = 'range AS MATERIALIZED (SELECT asked.last + 1 AS first, asked.last FROM asked)'
