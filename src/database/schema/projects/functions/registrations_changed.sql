CREATE OR REPLACE FUNCTION registrations_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(DISTINCT n.project_number) AS projects
    FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
    WHERE o.object_version <> n.object_version AND NOT n.is_approved GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM hold_prices(name_of_table(TG_TABLE_NAME), touched.agreement, touched.projects);
  END LOOP;
  PERFORM add_to_projects(array_agg(c.agreement), array_agg(c.project_number), array_agg(c.cost_price),
    array_agg(c.sales_price))
    FROM (SELECT n.agreement, n.project_number, n.cost_price, n.sales_price FROM new_rows n
      UNION ALL SELECT o.agreement, o.project_number, -o.cost_price, -o.sales_price FROM old_rows o) AS c;
  FOR touched IN
    SELECT n.agreement, array_agg(n.number) AS numbers
    FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
    WHERE o.object_version <> n.object_version AND NOT n.is_approved GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM price_registrations(name_of_table(TG_TABLE_NAME), touched.agreement, touched.numbers);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION registrations_changed() IS
  'Prices again what says where and how much; a change of prices alone is counted, and asks for nothing more. Holds '
  'the prices before it adds to the totals of projects, as a new registration does.';
