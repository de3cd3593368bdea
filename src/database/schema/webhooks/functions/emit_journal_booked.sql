CREATE OR REPLACE FUNCTION emit_journal_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  booked record;
BEGIN
  FOR booked IN
    SELECT agreement, array_agg(jsonb_build_object('DAYBOOKNO', journal_number::text, 'FROMSERIALNO', first_entry::text,
      'TOSERIALNO', last_entry::text) ORDER BY number) AS records
    FROM new_rows WHERE journal_number IS NOT NULL GROUP BY agreement
  LOOP
    PERFORM emit_events(booked.agreement, 'JOURNAL_BOOKED', booked.records);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION emit_journal_booked() IS 'Tells webhooks of bookings of journals.';
