/**
 * What must hold of projects, each as a statement of the agreement ($1) that answers one row with a `fault` when it does not.
 */
export const PROJECT_CHECKS: readonly string[] = [
  // Totals of projects are the sums of what is registered on them.
  `WITH computed AS (
     SELECT r.project_number, sum(r.cost) AS cost, sum(r.sales) AS sales FROM (
       SELECT t.project_number, coalesce(t.cost_price, 0) AS cost, coalesce(t.sales_price, 0) AS sales FROM time_entry t WHERE t.agreement = $1
       UNION ALL SELECT t.project_number, coalesce(t.cost_price, 0), coalesce(t.sales_price, 0) FROM mileage t WHERE t.agreement = $1
     ) AS r GROUP BY r.project_number
   )
   SELECT 'project ' || coalesce(c.project_number, t.project_number) || ': its total is ' || coalesce(t.cost_price, 0) || ' of cost and '
     || coalesce(t.sales_price, 0) || ' of sales; what is registered on it sums to ' || coalesce(c.cost, 0) || ' and ' || coalesce(c.sales, 0) || '.' AS fault
   FROM computed c
   FULL JOIN (SELECT * FROM project_total t WHERE t.agreement = $1) AS t ON t.project_number = c.project_number
   WHERE (coalesce(c.cost, 0), coalesce(c.sales, 0)) <> (coalesce(t.cost_price, 0), coalesce(t.sales_price, 0))
   ORDER BY coalesce(c.project_number, t.project_number) LIMIT 1`,

  // What is not approved has the prices of now.
  `SELECT 'time entry ' || t.number || ' has cost ' || coalesce(t.cost_price::text, 'none') || ' and sales ' || coalesce(t.sales_price::text, 'none')
     || '; by the prices it has ' || coalesce(w.cost_price::text, 'none') || ' and ' || coalesce(w.sales_price::text, 'none') || '.' AS fault
   FROM time_entry t JOIN time_entry_worth w ON w.agreement = $1 AND w.number = t.number
   WHERE t.agreement = $1 AND NOT t.is_approved AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price)
   ORDER BY t.number LIMIT 1`,
  `SELECT 'mileage ' || t.number || ' has cost ' || coalesce(t.cost_price::text, 'none') || ' and sales ' || coalesce(t.sales_price::text, 'none')
     || '; by the rates it has ' || coalesce(w.cost_price::text, 'none') || ' and ' || coalesce(w.sales_price::text, 'none') || '.' AS fault
   FROM mileage t JOIN mileage_worth w ON w.agreement = $1 AND w.number = t.number
   WHERE t.agreement = $1 AND NOT t.is_approved AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price)
   ORDER BY t.number LIMIT 1`,

  // What approvals booked is in the ledger, for what was approved, at its price.
  `SELECT 'the ' || p.part || ' of ' || p.kind || ' ' || p.registration || ' is booked as ' || p.amount || ' on account ' || p.account_ongoing
     || '; entries ' || p.entry_number || ' and ' || p.entry_number + 1 || ' or its price say otherwise.' AS fault
   FROM project_posting p
   LEFT JOIN time_entry t ON p.kind = 'time' AND t.agreement = $1 AND t.number = p.registration AND t.is_approved
   LEFT JOIN mileage m ON p.kind = 'mileage' AND m.agreement = $1 AND m.number = p.registration AND m.is_approved
   LEFT JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = p.entry_number AND e.booking = p.booking
   LEFT JOIN booked_entry c ON c.agreement = $1 AND c.entry_number = p.entry_number + 1 AND c.booking = p.booking
   WHERE p.agreement = $1 AND (
     (e.account_number, e.project_number, e.amount_in_base_currency) IS DISTINCT FROM (p.account_ongoing, p.project_number, p.amount)
     OR (c.account_number, c.project_number, c.amount_in_base_currency) IS DISTINCT FROM (p.account_contra, p.project_number, -p.amount)
     OR coalesce(t.project_number, m.project_number) IS DISTINCT FROM p.project_number
     OR abs(CASE p.part WHEN 'cost' THEN coalesce(t.cost_price, m.cost_price) ELSE t.sales_price END) IS DISTINCT FROM abs(p.amount))
   ORDER BY p.entry_number LIMIT 1`,
]
