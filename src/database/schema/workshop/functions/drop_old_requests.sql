CREATE OR REPLACE FUNCTION drop_old_requests(kept_hours int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  place text := current_schema();
  now_seconds bigint := extract(epoch FROM clock_timestamp())::bigint;
  written_on bigint;
  part text;
  is_full boolean;
  emptied int := 0;
BEGIN
  FOR days_ago IN 1..4 LOOP
    written_on := now_seconds / 86400 - days_ago;
    CONTINUE WHEN (written_on + 1) * 86400 > now_seconds - greatest(kept_hours, 1) * 3600;
    part := format('%I.%I', place, 'request_log_' || written_on % 5);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', part) INTO is_full;
    CONTINUE WHEN NOT is_full;
    -- Readers of the part are waited for a moment only: others would wait behind this. The next look comes soon.
    PERFORM set_config('lock_timeout', '200ms', true);
    EXECUTE format('TRUNCATE %s', part);
    emptied := emptied + 1;
  END LOOP;
  RETURN emptied;
EXCEPTION WHEN lock_not_available THEN
  RETURN emptied;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION drop_old_requests(int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION drop_old_requests(int) IS
  'Empties the parts of the log whose last request is older than so many hours; answers how many. As the owner: the '
  'service may not empty tables.';
REVOKE ALL ON FUNCTION drop_old_requests(int) FROM PUBLIC;
