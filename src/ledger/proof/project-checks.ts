/**
 * What must hold of projects, each as a statement of the agreement ($1) that answers one row with a `fault` when it
 * does not.
 */
export const PROJECT_CHECKS: readonly string[] = [
  // Totals of projects are the sums of what is registered on them, of their expenses and their invoices.
  `WITH computed AS (
     SELECT r.project_number, sum(r.cost) AS cost, sum(r.sales) AS sales, sum(r.invoiced) AS invoiced FROM (
       SELECT t.project_number, coalesce(t.cost_price, 0) AS cost, coalesce(t.sales_price, 0) AS sales, 0 AS invoiced
         FROM time_entry t WHERE t.agreement = $1
       UNION ALL SELECT t.project_number, coalesce(t.cost_price, 0), coalesce(t.sales_price, 0), 0 FROM mileage t
         WHERE t.agreement = $1
       UNION ALL SELECT e.project_number, e.cost_price, e.sales_price, 0 FROM project_expense e WHERE e.agreement = $1
       UNION ALL SELECT i.project_number, 0, 0, round(l.net * i.exchange_rate / 100, 2) FROM booked_invoice i
         JOIN (SELECT l.document_id, sum(l.total_net_amount) AS net FROM booked_invoice_line l WHERE l.agreement = $1
           GROUP BY l.document_id) AS l
           ON l.document_id = i.number
         WHERE i.agreement = $1 AND i.project_number IS NOT NULL
     ) AS r GROUP BY r.project_number
   )
   SELECT 'project ' || coalesce(c.project_number, t.project_number) || ': its total is ' || coalesce(t.cost_price, 0)
     || ' of cost, '
     || coalesce(t.sales_price, 0) || ' of sales and ' || coalesce(t.invoiced_total, 0)
       || ' invoiced; what is registered and invoiced sums to '
     || coalesce(c.cost, 0) || ', ' || coalesce(c.sales, 0) || ' and ' || coalesce(c.invoiced, 0) || '.' AS fault
   FROM computed c
   FULL JOIN (SELECT * FROM project_total t WHERE t.agreement = $1) AS t ON t.project_number = c.project_number
   WHERE (coalesce(c.cost, 0), coalesce(c.sales, 0), coalesce(c.invoiced, 0))
     <> (coalesce(t.cost_price, 0), coalesce(t.sales_price, 0), coalesce(t.invoiced_total, 0))
   ORDER BY coalesce(c.project_number, t.project_number) LIMIT 1`,

  // An entry with a project and a cost type costs its amount on the ongoing account, else nothing. What costs nothing
  // is sold for nothing. One that reverses another takes back what that one cost.
  `SELECT 'entry ' || coalesce(e.entry_number, x.entry_number) || ' costs its project ' || coalesce(x.cost_price::text,
    'nothing') || ' and is sold for '
     || coalesce(x.sales_price::text, 'nothing') || '; it is ' || coalesce(e.amount_in_base_currency::text, 'none')
       || ' on account '
     || coalesce(e.account_number::text, 'none') || '.' AS fault
   FROM (SELECT * FROM booked_entry e WHERE e.agreement = $1 AND e.cost_type_number IS NOT NULL
     AND e.project_number IS NOT NULL) AS e
   FULL JOIN (SELECT * FROM project_expense x WHERE x.agreement = $1) AS x ON x.entry_number = e.entry_number
   LEFT JOIN entry_reversal l ON l.agreement = $1 AND l.reversing_entry = e.entry_number
   LEFT JOIN project_expense o ON o.agreement = $1 AND o.entry_number = l.reversed_entry
   WHERE (e.project_number, e.cost_type_number) IS DISTINCT FROM (x.project_number, x.cost_type_number)
     OR x.cost_price <> CASE WHEN o.entry_number IS NOT NULL THEN -o.cost_price
       WHEN e.account_number = x.account_ongoing THEN e.amount_in_base_currency ELSE 0 END
     OR x.cost_price = 0 AND x.sales_price <> 0
   ORDER BY coalesce(e.entry_number, x.entry_number) LIMIT 1`,

  // What is on a document was approved and has a sales price. The document is there or was: numbers are given in order,
  // and none twice.
  `SELECT m.what || ' ' || m.number || ' is on document ' || m.document_id || CASE WHEN m.is_sold
    THEN ', which there never was.'
     ELSE ', though it is not approved or not for sale.' END AS fault
   FROM (
     SELECT 'time entry' AS what, t.number, t.document_id, t.is_approved AND t.sales_price <> 0 AS is_sold
       FROM time_entry t WHERE t.agreement = $1
     UNION ALL SELECT 'mileage', t.number, t.document_id, t.is_approved AND t.sales_price <> 0 FROM mileage t
       WHERE t.agreement = $1
     UNION ALL SELECT 'entry', e.entry_number, e.document_id, e.sales_price <> 0 FROM project_expense e
       WHERE e.agreement = $1
   ) AS m
   LEFT JOIN counter c ON c.agreement = $1 AND c.name = 'sales_document'
   WHERE m.document_id IS NOT NULL AND (m.is_sold IS NOT TRUE OR m.document_id NOT BETWEEN 1 AND coalesce(c.value, 0))
   ORDER BY m.what, m.number LIMIT 1`,

  // What is not approved has today's prices.
  `SELECT 'time entry ' || t.number || ' has cost ' || coalesce(t.cost_price::text, 'none') || ' and sales '
    || coalesce(t.sales_price::text, 'none')
     || '; by the prices it has ' || coalesce(w.cost_price::text, 'none') || ' and ' || coalesce(w.sales_price::text,
       'none') || '.' AS fault
   FROM time_entry t JOIN time_entry_worth w ON w.agreement = $1 AND w.number = t.number
   WHERE t.agreement = $1 AND NOT t.is_approved
     AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price)
   ORDER BY t.number LIMIT 1`,
  `SELECT 'mileage ' || t.number || ' has cost ' || coalesce(t.cost_price::text, 'none') || ' and sales '
    || coalesce(t.sales_price::text, 'none')
     || '; by the rates it has ' || coalesce(w.cost_price::text, 'none') || ' and ' || coalesce(w.sales_price::text,
       'none') || '.' AS fault
   FROM mileage t JOIN mileage_worth w ON w.agreement = $1 AND w.number = t.number
   WHERE t.agreement = $1 AND NOT t.is_approved
     AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price)
   ORDER BY t.number LIMIT 1`,

  // What approvals booked is in the ledger, for what was approved, at its price.
  `SELECT 'the ' || p.part || ' of ' || p.kind || ' ' || p.registration || ' is booked as ' || p.amount
    || ' on account ' || p.account_ongoing
     || '; entries ' || p.entry_number || ' and ' || p.entry_number + 1 || ' or its price say otherwise.' AS fault
   FROM project_posting p
   LEFT JOIN time_entry t ON p.kind = 'time' AND t.agreement = $1 AND t.number = p.registration AND t.is_approved
   LEFT JOIN mileage m ON p.kind = 'mileage' AND m.agreement = $1 AND m.number = p.registration AND m.is_approved
   LEFT JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = p.entry_number AND e.booking = p.booking
   LEFT JOIN booked_entry c ON c.agreement = $1 AND c.entry_number = p.entry_number + 1 AND c.booking = p.booking
   WHERE p.agreement = $1 AND (
     (e.account_number, e.project_number, e.amount_in_base_currency) IS DISTINCT FROM (p.account_ongoing,
       p.project_number, p.amount)
     OR (c.account_number, c.project_number, c.amount_in_base_currency) IS DISTINCT FROM (p.account_contra,
       p.project_number, -p.amount)
     OR coalesce(t.project_number, m.project_number) IS DISTINCT FROM p.project_number
     OR abs(CASE p.part WHEN 'cost' THEN coalesce(t.cost_price, m.cost_price) ELSE t.sales_price END)
       IS DISTINCT FROM abs(p.amount))
   ORDER BY p.entry_number LIMIT 1`,
]
