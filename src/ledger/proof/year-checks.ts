/**
 * What must hold of accounting years and their periods, each as a statement of the agreement ($1) that answers one row
 * with a `fault` when it does not.
 */
export const YEAR_CHECKS: readonly string[] = [
  // Years follow each other without a gap, closed ones before open ones.
  `SELECT 'accounting year ' || y.year || ' does not begin on the day after ' || y.year_before || ' ends.' AS fault
   FROM (
     SELECT a.year, a.date_from, lag(a.year) OVER w AS year_before, lag(a.date_to) OVER w AS end_before
     FROM accounting_year a WHERE a.agreement = $1 WINDOW w AS (ORDER BY a.date_from)
   ) AS y
   WHERE y.date_from <> y.end_before + 1
   ORDER BY y.date_from LIMIT 1`,
  `SELECT 'accounting year ' || y.year || ' is closed, though ' || y.open_before || ' before it is open.' AS fault
   FROM (
     SELECT a.year, a.date_from, a.is_closed, min(CASE WHEN NOT a.is_closed THEN a.year END)
       OVER (ORDER BY a.date_from ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS open_before
     FROM accounting_year a WHERE a.agreement = $1
   ) AS y
   WHERE y.is_closed AND y.open_before IS NOT NULL
   ORDER BY y.date_from LIMIT 1`,

  // Periods are numbered from 1, follow each other, and fill their year.
  `SELECT 'the periods of accounting year ' || y.year || ' do not fill it.' AS fault
   FROM accounting_year y
   LEFT JOIN (
     SELECT p.*, row_number() OVER w AS place, lag(p.date_to) OVER w AS end_before
     FROM accounting_period p WHERE p.agreement = $1 WINDOW w AS (PARTITION BY p.year ORDER BY p.date_from)
   ) AS p ON p.year = y.year
   WHERE y.agreement = $1
   GROUP BY y.year, y.date_from, y.date_to
   HAVING (min(p.date_from), max(p.date_to)) IS DISTINCT FROM (y.date_from, y.date_to)
     OR bool_or(p.period_number <> p.place OR p.date_from <> p.end_before + 1 OR p.date_to < p.date_from)
   ORDER BY y.date_from LIMIT 1`,

  // A period is closed with its year.
  `SELECT 'period ' || p.period_number || ' of ' || p.year || ' is ' || CASE WHEN p.is_closed THEN 'closed'
    ELSE 'open' END || ', its year is not.' AS fault
   FROM accounting_period p
   LEFT JOIN accounting_year y ON y.agreement = $1 AND y.year = p.year
   WHERE p.agreement = $1 AND p.is_closed IS DISTINCT FROM y.is_closed
   ORDER BY p.date_from LIMIT 1`,
]
