-- Prices are locked after the registrations that they price, and before the totals of projects. Who changes a registration locks in this order, too.

-- As before (0041), but first locks what is to be priced again. Who changes one of these holds it, and then the prices: with the prices locked first,
-- each waited for the other.
CREATE OR REPLACE FUNCTION price_again() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN EXECUTE format('SELECT n.agreement, array_agg(%s) AS numbers FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement
    AND %s WHERE ROW(%s) IS DISTINCT FROM ROW(%s) GROUP BY n.agreement ORDER BY n.agreement', TG_ARGV[0],
    CASE TG_ARGV[0] WHEN '0' THEN 'true' ELSE 'o.number = n.number' END,
    regexp_replace(TG_ARGV[1], '(\w+)', 'n.\1', 'g'), regexp_replace(TG_ARGV[1], '(\w+)', 'o.\1', 'g'))
  LOOP
    IF TG_TABLE_NAME IN ('employee', 'activity', 'project') THEN
      PERFORM FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved AND CASE TG_TABLE_NAME WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    IF TG_TABLE_NAME = 'project' THEN
      PERFORM FROM mileage t WHERE t.agreement = touched.agreement AND NOT t.is_approved AND t.project_number = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    PERFORM FROM mileage_setup s WHERE s.agreement = touched.agreement FOR UPDATE;
    -- Reads them once more: some may have been registered meanwhile.
    IF TG_TABLE_NAME IN ('employee', 'activity', 'project') THEN
      PERFORM price_registrations('time_entry', touched.agreement, array_agg(t.number)) FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved AND CASE TG_TABLE_NAME WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers);
    END IF;
    IF TG_TABLE_NAME IN ('mileage_setup', 'project') THEN
      PERFORM price_registrations('mileage', touched.agreement, array_agg(t.number)) FROM mileage t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved
          AND (TG_TABLE_NAME = 'mileage_setup' OR t.project_number = ANY (touched.numbers));
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- As before (0041), but holds the prices before it adds to the totals of projects, as a new registration does.
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
    PERFORM hold_prices(TG_TABLE_NAME, touched.agreement, touched.projects);
  END LOOP;
  PERFORM add_to_projects(array_agg(c.agreement), array_agg(c.project_number), array_agg(c.cost_price), array_agg(c.sales_price))
    FROM (SELECT n.agreement, n.project_number, n.cost_price, n.sales_price FROM new_rows n
      UNION ALL SELECT o.agreement, o.project_number, -o.cost_price, -o.sales_price FROM old_rows o) AS c;
  FOR touched IN
    SELECT n.agreement, array_agg(n.number) AS numbers
    FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
    WHERE o.object_version <> n.object_version AND NOT n.is_approved GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM price_registrations(TG_TABLE_NAME, touched.agreement, touched.numbers);
  END LOOP;
  RETURN NULL;
END
$$;
