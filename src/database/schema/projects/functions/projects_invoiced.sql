CREATE OR REPLACE FUNCTION projects_invoiced() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_total AS t (agreement, project_number, invoiced_total)
  SELECT n.agreement, n.project_number, sum(round((n.amount - n.vat_amount) * n.exchange_rate / 100, 2)) FROM new_rows n
  WHERE n.project_number IS NOT NULL GROUP BY n.agreement, n.project_number ORDER BY n.agreement, n.project_number
  ON CONFLICT (agreement, project_number) DO UPDATE SET invoiced_total = t.invoiced_total + excluded.invoiced_total;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION projects_invoiced() IS
  'Adds booked invoices to what their projects were invoiced for. The columns are named: on a part of a table that '
  'is spread over servers a whole row of what was written has no type.';
