CREATE OR REPLACE FUNCTION time_entry_approved() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.is_approved) THEN
    RETURN NULL;
  END IF;
  FOR touched IN
    SELECT t.agreement, array_agg(t.number) AS approved,
      concat_ws(E'\n', array_agg(t.number), array_agg(t.employee_number),
      array_agg(t.project_number), array_agg(t.activity_number),
      array_agg(t.date - date '2000-01-01'), array_agg(t.text), array_agg(t.number_of_hours), array_agg(t.cost_price),
        array_agg(t.sales_price),
      CASE WHEN count(t.sales_rate) > 0 THEN array_agg(t.sales_rate) END) AS said
    FROM (
      SELECT n.* FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
      WHERE n.is_approved AND NOT o.is_approved ORDER BY n.agreement, n.number
    ) AS t
    GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(touched.agreement, 'time', touched.approved, touched.said);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION time_entry_approved() IS
  'Logs what time entries said when they were approved, and what was booked of them: a line for each property. Days '
  'are counted from 2000-01-01, which needs no format.';
