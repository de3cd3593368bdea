CREATE OR REPLACE FUNCTION count_tables(VARIADIC tables regclass[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  counted regclass;
BEGIN
  FOREACH counted IN ARRAY tables LOOP
    -- Of `agreement` no statistics are kept (0007).
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s (agreement)', counted);
  END LOOP;
END
$$;

COMMENT ON FUNCTION count_tables(regclass[]) IS
  'How many rows a table has is all that plans by keys turn on: it is counted without its values being looked at, '
  'which takes milliseconds. As with `analyze_tables`, only the owner may. A table that somebody looks at already is '
  'left.';
