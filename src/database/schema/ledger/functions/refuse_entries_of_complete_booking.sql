CREATE OR REPLACE FUNCTION refuse_entries_of_complete_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  filled record;
BEGIN
  FOR filled IN SELECT DISTINCT i.agreement, i.booking FROM inserted i ORDER BY i.agreement, i.booking LOOP
    PERFORM FROM agreement a WHERE a.agreement = filled.agreement FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM booking b WHERE b.agreement = filled.agreement AND b.number = filled.booking) THEN
      RAISE EXCEPTION 'booking % of agreement % is complete and takes no more entries', filled.booking, filled.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_entry_booking_complete';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refuse_entries_of_complete_booking() IS
  'Entries come first, then their booking: a booking that exists takes no more entries. With the agreement''s row '
  'locked, two transactions cannot fill the same booking without seeing each other.';
