CREATE OR REPLACE FUNCTION tell_total_intervals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_intervals_of(c.agreement, c.account_number)
  FROM (SELECT DISTINCT r.agreement, r.account_number FROM changed_rows r ORDER BY 1, 2) AS c;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION tell_total_intervals() IS 'Has accounts tell their intervals anew when one of them changes.';
