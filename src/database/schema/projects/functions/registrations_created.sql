CREATE OR REPLACE FUNCTION registrations_created() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(n.number) AS numbers, array_agg(DISTINCT n.project_number) AS projects,
      array_agg(n.agreement) AS agreements, array_agg(n.project_number) AS projects_of,
        array_agg(n.cost_price) AS costs,
      array_agg(n.sales_price) AS sales
    FROM new_rows n GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM hold_prices(name_of_table(TG_TABLE_NAME), touched.agreement, touched.projects);
    PERFORM add_to_projects(touched.agreements, touched.projects_of, touched.costs, touched.sales);
    PERFORM price_registrations(name_of_table(TG_TABLE_NAME), touched.agreement, touched.numbers);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION registrations_created() IS
  'Prices new registrations, and adds them to the totals of their projects.';
