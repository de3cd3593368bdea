CREATE OR REPLACE FUNCTION grant_to_service(service text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  place text := current_schema();
  kept record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', place, service);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', place, service);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', place, service);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON migration FROM %I', service);
  EXECUTE format('REVOKE ALL ON pristine_company FROM %I', service);
  EXECUTE format('REVOKE INSERT, UPDATE ON snapshot, snapshot_part FROM %I', service);
  EXECUTE format('GRANT EXECUTE ON FUNCTION keep_pristine(text, int), clone_pristine(text), drop_old_requests(int),
    take_snapshot(int, text, int, bigint), restore_snapshot(int, int), branch_snapshot(int, int, int) TO %I', service);
  FOR kept IN
    SELECT t.tgrelid::regclass AS name, (
      SELECT string_agg(quote_ident(c.attname), ', ') FROM pg_attribute c
      WHERE c.attrelid = t.tgrelid AND c.attnum > 0 AND NOT c.attisdropped AND cardinality(t.tgattr::int2[]) > 0
        AND c.attnum <> ALL (t.tgattr::int2[])
    ) AS changing
    FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
    WHERE r.relnamespace = current_schema()::regnamespace AND t.tgname = r.relname || '_immutable'
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON %s FROM %I', kept.name, service);
    IF kept.changing IS NOT NULL THEN
      EXECUTE format('GRANT UPDATE (%s) ON %s TO %I', kept.changing, kept.name, service);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION grant_to_service(text) IS
  'Gives the service''s role its rights, where it is another than the owner''s: one that can neither change what is '
  'booked, nor take a trigger away. What is kept for good is told by its trigger: all of it, or the columns that the '
  'trigger names. The pristine company, and what '
  'snapshots have, is for functions alone, which the service calls.';
