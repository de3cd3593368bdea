CREATE OR REPLACE FUNCTION refuse_entries_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  closed record;
BEGIN
  SELECT y.agreement, y.year INTO closed
    FROM (SELECT DISTINCT i.agreement, i.accounting_year FROM inserted i) AS i
    JOIN accounting_year y ON y.agreement = i.agreement AND y.year = i.accounting_year
    WHERE y.is_closed
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'accounting year % of agreement % is closed and takes no more entries', closed.year,
      closed.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_entry_year_closed';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refuse_entries_of_closed_year() IS
  'A closed year takes no entries (rule 8.2). The agreement''s row is locked by then '
  '(booked_entry_booking_complete), as it is by who closes a year.';
