import { CHART } from './range.ts'

const NO_YEAR = 'year_of_days AS (SELECT NULL::date AS date_from, NULL::int AS result WHERE false)'

/**
 * CTE `year_of_days(date_from, result)`: the year that all the days lie in, with the account of the result, where there
 * is one.
 */
const YEAR_OF_DAYS = `year_of_days AS MATERIALIZED (
    SELECT y.date_from, s.account_number AS result FROM asked
    JOIN accounting_year y ON y.agreement = $1 AND asked.last BETWEEN y.date_from AND y.date_to
      AND asked.first >= y.date_from
    JOIN system_account s ON s.agreement = $1 AND s.purpose = 'result'
  )`

/** SQL: the JSON of what is provisional; NULL where nothing is. `CTE provisional` stands before. */
export const PROVISIONAL = `(SELECT json_agg(json_build_object('accountNumber', p.number, 'amount', p.amount))
  FROM provisional p)`
/** SQL: true as JSON where the days lie in several years, NULL where they do not. */
export const SPANS_YEARS = `(SELECT to_json(true) FROM asked WHERE EXISTS (
    SELECT FROM accounting_year y WHERE y.agreement = $1 AND y.date_from > asked.first AND y.date_from <= asked.last
      AND EXISTS (SELECT FROM accounting_year b WHERE b.agreement = $1 AND b.date_to = y.date_from - 1)))`

/**
 * CTEs up to `line(number, name, type, is_credit, opening, debit, credit)`: every account of type 1 or 2 with its
 * balance before `range.first` and what moved from `range.first` to `range.last`, in base currency. `$1` is the
 * agreement. A CTE `range(first, last)` and those of `ASKED` must stand before: the accounts are those of the chart as
 * of the days asked for. With `first` the day after `last` nothing moves, and `opening` is the balance at the end of
 * `last`.
 *
 * As in the trial balance, opening entries (types 7 and 8) are balances and never movements. Those of one accounting
 * year carry everything before it: of the latest year begun by then that has any, or that follows a closed year. Whole
 * periods come from their totals. Periods that the days cut come from the totals of their days. No entry is read.
 * OFFSET keeps the planner from reading all totals for each period.
 */
export const BALANCES = balances(false)

/**
 * The same, but that the results of open years before the year of the days are on the account of the result already,
 * and its accounts of type 1 begin at
 * 0.00: so stands what the close will book. A CTE `provisional(number, amount)` says what that adds to which account;
 * it has no row where nothing is added, as where the days are of several years.
 */
export const PROVISIONAL_BALANCES = balances(true)

function balances(isProvisional: boolean): string {
  return `${CHART}, ${isProvisional ? YEAR_OF_DAYS : NO_YEAR},
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
    SELECT t.account_number, t.opening AS before, 0::numeric AS debit, 0::numeric AS credit,
      begun.day < (SELECT y.date_from FROM year_of_days y) AS is_before
    FROM begun JOIN accounting_year y ON y.agreement = $1 AND y.date_from = begun.day
    CROSS JOIN LATERAL (SELECT * FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year OFFSET 0)
      AS t
    UNION ALL
    SELECT t.account_number,
      CASE WHEN p.date_to < p.first THEN t.debit - t.credit ELSE 0 END,
      CASE WHEN p.date_to < p.first THEN 0 ELSE t.debit END, CASE WHEN p.date_to < p.first THEN 0 ELSE t.credit END,
      p.date_to < (SELECT y.date_from FROM year_of_days y)
    FROM period p CROSS JOIN LATERAL (
      SELECT * FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = p.year
        AND t.period_number = p.period_number OFFSET 0
    ) AS t
    WHERE NOT p.is_cut
    UNION ALL
    SELECT d.account_number,
      CASE WHEN d.date < p.first THEN d.debit - d.credit ELSE 0 END,
      CASE WHEN d.date < p.first THEN 0 ELSE d.debit END,
      CASE WHEN d.date < p.first THEN 0 ELSE d.credit END,
      p.date_to < (SELECT y.date_from FROM year_of_days y)
    FROM period p CROSS JOIN LATERAL (
      SELECT * FROM day_total d WHERE d.agreement = $1
        AND d.date BETWEEN p.date_from AND least(p.date_to, p.last) OFFSET 0
    ) AS d
    WHERE p.is_cut
  ), of_account AS MATERIALIZED (
    -- Added to its parts: a join would go through the chart for each part where the planner expects few.
    SELECT m.number, max(m.name) AS name, max(m.type) AS type, bool_or(m.is_credit) AS is_credit,
      sum(m.before) AS before, sum(m.debit) AS debit, sum(m.credit) AS credit,
      coalesce(sum(m.before) FILTER (WHERE m.is_before), 0) AS before_year
    FROM (
      SELECT a.number, a.name, a.type, a.is_credit, 0::numeric AS before, 0::numeric AS debit, 0::numeric AS credit,
        false AS is_before FROM chart a
      UNION ALL
      SELECT p.account_number, NULL, NULL, NULL, p.before, p.debit, p.credit, p.is_before FROM part p
    ) AS m GROUP BY m.number
  ), divided AS (
    -- What lay before the year on accounts of profit and loss goes to the account of the result, all as balance.
    SELECT o.*, o.type = 1 AND o.number <> (SELECT y.result FROM year_of_days y) AS goes FROM of_account o
  ), provisional AS MATERIALIZED (
    SELECT (SELECT y.result FROM year_of_days y) AS number, sum(d.before_year) AS amount FROM divided d WHERE d.goes
      HAVING sum(d.before_year) <> 0
  ), line AS MATERIALIZED (
    SELECT d.number, d.name, d.type, d.is_credit, (
        CASE WHEN d.goes THEN d.before - d.before_year ELSE d.before END
        + CASE WHEN d.number = (SELECT p.number FROM provisional p) THEN (SELECT p.amount FROM provisional p) ELSE 0 END
      )::numeric(24, 2) AS opening, d.debit::numeric(24, 2) AS debit, d.credit::numeric(24, 2) AS credit
    FROM divided d
    WHERE d.type IN (1, 2)
  )`
}

/** CTE `range` of a report on what moved in the days asked for. */
export const MOVEMENTS = 'range AS MATERIALIZED (SELECT asked.first, asked.last FROM asked)'
/** CTE `range` of a report on balances at the end of the last day asked for. */
export const AT_THE_END = 'range AS MATERIALIZED (SELECT asked.last + 1 AS first, asked.last FROM asked)'

/**
 * SQL: the account that the entry `e` counts on: that of the result, where what was before the year is there already.
 */
export const ACCOUNT_OF_ENTRY = `CASE WHEN e.date < (SELECT y.date_from FROM year_of_days y)
      AND e.account_number IN (SELECT d.number FROM divided d WHERE d.goes)
      THEN (SELECT y.result FROM year_of_days y) ELSE e.account_number END`
