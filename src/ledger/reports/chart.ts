/**
 * CTE `part_of_sum(sum_number, low, high)`: the intervals of accounts that sums of the chart sum; CTE `chart` stands
 * before.
 */
export const PARTS_OF_SUMS = `
  part_of_sum AS (
    SELECT a.number AS sum_number, i.low, i.high
    FROM chart a CROSS JOIN LATERAL (
      SELECT m[1]::int AS low, m[2]::int AS high FROM regexp_matches(a.total_intervals, '(\\d+)\\.\\.(\\d+)', 'g') AS m
    ) i
    WHERE a.type = 6
    UNION ALL
    SELECT a.number, coalesce(a.total_from_account_number, (
      SELECT max(s.number) FROM chart s WHERE s.type = 5 AND s.number < a.number)), a.number
    FROM chart a WHERE a.type = 3
  )`

/**
 * SQL of a CTE `name(number, name, type, is_credit, amount)`: the lines of one statement, as the chart of accounts
 * orders them. The CTE `line` has to stand before it, with the balances.
 * @param type which statement: 1 is profit and loss, 2 is status. The lines are the accounts of that type, and the
 * headings and sums that belong to it as below.
 * @param amount SQL over `line l`: the amount of an account.
 *
 * - a sum (types 3 and 6) when all accounts it sums are of that type; it has their sum. Type 3 sums from its
 *   `totalFromAccountNumber`, else from the heading start before it; type 6 its `totalIntervals`. A sum over both kinds
 *   belongs to neither statement;
 * - a heading (types 4 and 5), type 7, and a sum of nothing, when the next account is of that type, or the last where
 *   none follows; a heading and type 7 have no amount.
 */
export function chartItems(name: string, type: 1 | 2, amount: string): string {
  return `
  ${PARTS_OF_SUMS}, summed AS (
    SELECT d.sum_number, sum(d.amount) AS amount, min(d.type) AS first_type, max(d.type) AS last_type
    FROM (
      SELECT DISTINCT s.sum_number, l.number, l.type, ${amount} AS amount
      FROM part_of_sum s JOIN line l ON l.number BETWEEN s.low AND s.high
    ) d
    GROUP BY d.sum_number
  ), ${name} AS (
    SELECT l.number, l.name, l.type, l.is_credit, ${amount} AS amount FROM line l WHERE l.type = ${type}
    UNION ALL
    SELECT a.number, a.name, a.type, a.is_credit, CASE WHEN a.type IN (3, 6) THEN coalesce(s.amount, 0.00) END
    FROM chart a LEFT JOIN summed s ON s.sum_number = a.number
    WHERE a.type NOT IN (1, 2) AND CASE
      WHEN s.sum_number IS NOT NULL THEN s.first_type = ${type} AND s.last_type = ${type}
      ELSE ${type} = coalesce(
        (SELECT n.type FROM line n WHERE n.number > a.number ORDER BY n.number LIMIT 1),
        (SELECT n.type FROM line n WHERE n.number < a.number ORDER BY n.number DESC LIMIT 1)) END
  )`
}
