CREATE OR REPLACE FUNCTION price_again() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN EXECUTE format('SELECT n.agreement, array_agg(%s) AS numbers
    FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND %s WHERE ROW(%s) IS DISTINCT FROM ROW(%s)
    GROUP BY n.agreement ORDER BY n.agreement', TG_ARGV[0],
    CASE TG_ARGV[0] WHEN '0' THEN 'true' ELSE 'o.number = n.number' END,
    regexp_replace(TG_ARGV[1], '(\w+)', 'n.\1', 'g'), regexp_replace(TG_ARGV[1], '(\w+)', 'o.\1', 'g'))
  LOOP
    IF name_of_table(TG_TABLE_NAME) IN ('employee', 'activity', 'project') THEN
      PERFORM FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved
          AND CASE name_of_table(TG_TABLE_NAME) WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    IF name_of_table(TG_TABLE_NAME) = 'project' THEN
      PERFORM FROM mileage t WHERE t.agreement = touched.agreement AND NOT t.is_approved
        AND t.project_number = ANY (touched.numbers)
        ORDER BY t.number FOR NO KEY UPDATE;
    END IF;
    PERFORM FROM mileage_setup s WHERE s.agreement = touched.agreement FOR UPDATE;
    -- Reads them once more: some may have been registered meanwhile.
    IF name_of_table(TG_TABLE_NAME) IN ('employee', 'activity', 'project') THEN
      PERFORM price_registrations('time_entry', touched.agreement, array_agg(t.number)) FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved
          AND CASE name_of_table(TG_TABLE_NAME) WHEN 'employee' THEN t.employee_number
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

COMMENT ON FUNCTION price_again() IS
  'A price that changes changes what is not approved (rule 14.2). Who changes one of these holds it, and then the '
  'prices: with the prices locked first, each waited for the other. So what is to be priced again is locked first.';
