CREATE OR REPLACE FUNCTION analyze_tables(VARIADIC tables regclass[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  looked_at regclass;
BEGIN
  FOREACH looked_at IN ARRAY tables LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', looked_at);
  END LOOP;
END
$$;

COMMENT ON FUNCTION analyze_tables(regclass[]) IS
  'Only the owner of a table may have its rows counted for plans on every version of PostgreSQL; the service''s role '
  'may ask for it. A table that somebody looks at already is left.';
