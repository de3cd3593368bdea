CREATE OR REPLACE FUNCTION registrations_deleted() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_projects(array_agg(o.agreement), array_agg(o.project_number), array_agg(-o.cost_price),
    array_agg(-o.sales_price))
    FROM old_rows o;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION registrations_deleted() IS 'Takes deleted registrations off the totals of their projects.';
