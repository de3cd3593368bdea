/**
 * SQL: the CTE `off(number, currency, other, lacking)`: the accounts kept in a currency whose sums by currency are off
 * in the open years. `other` is what they have in other currencies, in base currency; `lacking` what the currency lacks
 * of it. `$1` is the agreement. Summary accounts are opened anew from their open items by the next close.
 *
 * Years were opened in base currency alone once. What a year's opening lacks is what the years before it moved, from
 * the last one that had nothing but the currency. NULL where there was none such: an opening from elsewhere does not
 * say how much of the currency it was.
 */
export const SUMS_OFF = `
  of_year AS (
    SELECT a.number, a.currency, y.date_from, y.is_closed,
      sum(e.amount) FILTER (WHERE e.currency = a.currency AND e.type NOT IN (7, 8)) AS moved,
      sum(e.amount) FILTER (WHERE e.currency = a.currency AND e.type IN (7, 8)) AS opened,
      coalesce(sum(e.amount_in_base_currency) FILTER (WHERE e.currency <> a.currency), 0) AS other
    FROM agreement g
    JOIN account a ON a.agreement = $1 AND a.type = 2 AND a.currency <> g.base_currency
    JOIN booked_entry e ON e.agreement = $1 AND e.account_number = a.number
    JOIN accounting_year y ON y.agreement = $1 AND y.year = e.accounting_year
    WHERE g.agreement = $1 AND NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = $1
      AND s.account_number = a.number)
    GROUP BY a.number, a.currency, y.date_from, y.is_closed
  ), now AS (
    SELECT o.number, o.currency, sum(o.other) AS other, coalesce(sum(o.opened), 0) AS opened
    FROM of_year o WHERE NOT o.is_closed GROUP BY o.number, o.currency
  ), off AS (
    SELECT n.number, n.currency, n.other, (
        SELECT sum(coalesce(o.moved, 0)) + coalesce(sum(o.opened) FILTER (WHERE o.date_from = right_since.day), 0)
          - n.opened
        FROM (SELECT max(r.date_from) AS day FROM of_year r WHERE r.number = n.number AND r.is_closed
          AND r.other = 0) right_since
        JOIN of_year o ON o.number = n.number AND o.is_closed AND o.date_from >= right_since.day
      ) AS lacking
    FROM now n WHERE n.other <> 0
  )`
