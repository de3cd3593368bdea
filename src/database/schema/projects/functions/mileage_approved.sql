CREATE OR REPLACE FUNCTION mileage_approved() RETURNS trigger
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
      array_agg(t.project_number), array_agg(t.date - date '2000-01-01'),
      array_agg(t.from_place), array_agg(t.to_place), array_agg(t.distance), array_agg(t.cost_rate),
        array_agg(t.cost_price), array_agg(t.sales_rate),
      array_agg(t.sales_price)) AS said
    FROM (
      SELECT n.* FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
      WHERE n.is_approved AND NOT o.is_approved ORDER BY n.agreement, n.number
    ) AS t
    GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(touched.agreement, 'mileage', touched.approved, touched.said);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION mileage_approved() IS
  'Logs what mileages said when they were approved, and what was booked of them.';
