CREATE OR REPLACE FUNCTION note_missed_periods() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.has_missed := true;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION note_missed_periods() IS
  'A subscription that is no longer barred may have missed periods: the next run names them.';
