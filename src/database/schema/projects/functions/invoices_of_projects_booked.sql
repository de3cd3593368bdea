CREATE OR REPLACE FUNCTION invoices_of_projects_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(n.number ORDER BY n.number) AS documents FROM new_rows n
    WHERE n.project_number IS NOT NULL GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM log_invoiced(touched.agreement, touched.documents);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION invoices_of_projects_booked() IS 'Logs what of projects is on invoices that are booked.';
