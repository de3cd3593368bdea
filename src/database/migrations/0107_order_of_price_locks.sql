-- Prices are locked after the registrations that they price, and before the totals of projects. Who changes a registration locks in this order, too.

-- As before (0041, 0059), but first locks what is to be priced again. Who changes one of these holds it, and then the prices: with the prices locked first,
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
    IF name_of_table(TG_TABLE_NAME) IN ('employee', 'activity', 'project') THEN
      PERFORM FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved AND CASE name_of_table(TG_TABLE_NAME) WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    IF name_of_table(TG_TABLE_NAME) = 'project' THEN
      PERFORM FROM mileage t WHERE t.agreement = touched.agreement AND NOT t.is_approved AND t.project_number = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    PERFORM FROM mileage_setup s WHERE s.agreement = touched.agreement FOR UPDATE;
    -- Reads them once more: some may have been registered meanwhile.
    IF name_of_table(TG_TABLE_NAME) IN ('employee', 'activity', 'project') THEN
      PERFORM price_registrations('time_entry', touched.agreement, array_agg(t.number)) FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved AND CASE name_of_table(TG_TABLE_NAME) WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers);
    END IF;
    IF name_of_table(TG_TABLE_NAME) IN ('mileage_setup', 'project') THEN
      PERFORM price_registrations('mileage', touched.agreement, array_agg(t.number)) FROM mileage t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved
          AND (name_of_table(TG_TABLE_NAME) = 'mileage_setup' OR t.project_number = ANY (touched.numbers));
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- As before (0041, 0059), but holds the prices before it adds to the totals of projects, as a new registration does.
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
  PERFORM add_to_projects(array_agg(c.agreement), array_agg(c.project_number), array_agg(c.cost_price), array_agg(c.sales_price))
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

-- Prices changed hours as they are written. A second update of the row would check its foreign keys once more, and so wait for an employee whose price
-- is being changed: his update waits for the row. Says the same as time_entry_worth (0041), of values that are not in the table yet.
CREATE FUNCTION price_changed_time() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  worth record;
BEGIN
  PERFORM FROM mileage_setup s WHERE s.agreement = NEW.agreement FOR SHARE;
  SELECT round(price_on(NEW.date, m.cut_off_date, m.cost_price_before, m.cost_price_after)
      * (1 + coalesce(a.cost_price_markup_percentage, 0) * 0.01) * coalesce(NEW.number_of_hours, 0), 2) AS cost_price,
    CASE WHEN ag.type = 1 AND pg.type = 2
      THEN round(coalesce(price_on(NEW.date, a.cutoff_date, a.sales_price_before, a.sales_price_after),
        price_on(NEW.date, m.cut_off_date, m.sales_price_before, m.sales_price_after)) * coalesce(NEW.number_of_hours, 0), 2)
      ELSE 0 END AS sales_price
  INTO worth
  FROM employee m
  JOIN activity a ON a.agreement = NEW.agreement AND a.number = NEW.activity_number
  JOIN activity_group ag ON ag.agreement = NEW.agreement AND ag.number = a.group_number
  JOIN project p ON p.agreement = NEW.agreement AND p.number = NEW.project_number
  JOIN project_group pg ON pg.agreement = NEW.agreement AND pg.number = p.project_group_number
  WHERE m.agreement = NEW.agreement AND m.number = NEW.employee_number;
  IF FOUND THEN
    NEW.cost_price := worth.cost_price;
    NEW.sales_price := worth.sales_price;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER time_entry_priced BEFORE UPDATE ON time_entry
  FOR EACH ROW WHEN (OLD.object_version <> NEW.object_version AND NOT NEW.is_approved) EXECUTE FUNCTION price_changed_time();
