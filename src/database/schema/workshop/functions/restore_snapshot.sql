CREATE OR REPLACE FUNCTION restore_snapshot(agreement_number int, snapshot_number int) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  kept_form text;
  usual text := current_setting('lock_timeout');
  patience int := 100;
BEGIN
  IF NOT may_copy_companies() THEN
    RAISE EXCEPTION 'the owner may not copy' USING ERRCODE = 'DBS03';
  END IF;
  SELECT s.form INTO kept_form FROM snapshot s
    WHERE s.agreement = agreement_number AND s.number = snapshot_number FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF kept_form <> company_form() THEN
    RAISE EXCEPTION 'snapshot % is of other tables', snapshot_number USING ERRCODE = 'DBS06';
  END IF;
  LOOP
    BEGIN
      PERFORM set_config('lock_timeout', patience || 'ms', true);
      PERFORM hold_sandbox(agreement_number);
      PERFORM put_snapshot(agreement_number, snapshot_number);
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      -- A writer that has a row may be waiting for a counter. What was locked is given back, so that he ends.
      IF patience > 2000 THEN
        RAISE EXCEPTION 'agreement % is being written to', agreement_number USING ERRCODE = 'DBS02';
      END IF;
      patience := patience * 2;
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', usual, true);
  UPDATE snapshot s SET restored_at = clock_timestamp()
    WHERE s.agreement = agreement_number AND s.number = snapshot_number;
  RETURN true;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION restore_snapshot(int, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION restore_snapshot(int, int) IS
  'Brings the books of a sandbox back as a snapshot has them, in the caller''s transaction: all of it, or nothing. '
  'What stays (company_tables) is as it was: who is let in, webhooks and their deliveries, snapshots. Answers whether '
  'there is such a snapshot; refuses (DBS01 to DBS06) where the sandbox is being written to, or the snapshot is of '
  'other tables.';
REVOKE ALL ON FUNCTION restore_snapshot(int, int) FROM PUBLIC;
