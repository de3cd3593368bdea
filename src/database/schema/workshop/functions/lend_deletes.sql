CREATE OR REPLACE FUNCTION lend_deletes() RETURNS name[]
  LANGUAGE plpgsql AS $$
DECLARE
  lent name[];
  one name;
BEGIN
  SELECT coalesce(array_agg(t.name), '{}') INTO lent FROM company_tables() t
    WHERE NOT t.stays AND NOT has_table_privilege(quote_ident(t.name), 'DELETE');
  IF cardinality(lent) > 0 THEN
    -- One at a time changes rights.
    PERFORM pg_advisory_xact_lock(7310370);
  END IF;
  FOREACH one IN ARRAY lent LOOP
    EXECUTE format('GRANT DELETE ON %I TO CURRENT_USER', one);
  END LOOP;
  RETURN lent;
END
$$;

COMMENT ON FUNCTION lend_deletes() IS
  'Lets the owner remove rows of tables that are kept for good, where it may not: a snapshot brings back others. The '
  'triggers of those tables go on refusing everybody. Answers which, for it to give them back.';
REVOKE ALL ON FUNCTION lend_deletes() FROM PUBLIC;
