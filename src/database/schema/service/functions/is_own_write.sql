CREATE OR REPLACE FUNCTION is_own_write(writer xid) RETURNS boolean
  LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
DECLARE
  own bigint := pg_current_xact_id_if_assigned()::text::bigint;
  ahead bigint := (writer::text::bigint - own) & 4294967295;
BEGIN
  IF own IS NULL OR ahead > 1000000 THEN
    RETURN false;
  END IF;
  IF ahead = 0 THEN
    RETURN true;
  END IF;
  RETURN pg_xact_status((own + ahead)::text::xid8) = 'in progress';
EXCEPTION WHEN invalid_parameter_value THEN
  -- A row from before the numbers began anew: nobody has had this one since.
  RETURN false;
END
$$;

COMMENT ON FUNCTION is_own_write(xid) IS
  'Whether a row that is seen was written by this very transaction, in a savepoint or not. What has a number after '
  'the transaction''s own and is not done can only be of its savepoints: others'' rows are seen when they are '
  'committed.';
