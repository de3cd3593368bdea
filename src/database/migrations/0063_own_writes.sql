-- Whether a row that is seen was written by this very transaction, in a savepoint or not. What has a number after the transaction's own and is not done
-- can only be of its savepoints: others' rows are seen when they are committed.
CREATE FUNCTION is_own_write(writer xid) RETURNS boolean
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

DO $make$
DECLARE
  made record;
BEGIN
  FOR made IN
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN ('sales_order_line_written', 'sales_quote_line_written')
  LOOP
    EXECUTE replace(made.definition, 'd.xmin::text <> pg_current_xact_id_if_assigned()::xid::text', 'NOT is_own_write(d.xmin)');
  END LOOP;
END
$make$;
