CREATE OR REPLACE FUNCTION expenses_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_projects(array_agg(n.agreement), array_agg(n.project_number), array_agg(n.cost_price),
    array_agg(n.sales_price))
    FROM new_rows n;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION expenses_booked() IS 'Adds expenses to what their projects have cost and would be sold for.';
