CREATE OR REPLACE FUNCTION keep_pristine(content text, agreement_number int) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  place text := current_schema();
  part record;
  found_rows json;
BEGIN
  IF NOT has_parameter_privilege('session_replication_role', 'SET') OR NOT pg_try_advisory_xact_lock(7310361) THEN
    RETURN false;
  END IF;
  PERFORM FROM agreement a
  WHERE a.agreement = agreement_number AND a.is_sandbox AND a.xmin = pg_current_xact_id()::xid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'agreement % is no sandbox that is being made', agreement_number;
  END IF;
  DELETE FROM pristine_company;
  FOR part IN
    SELECT c.relname AS name, (
        SELECT string_agg(quote_ident(o.attname), ', ' ORDER BY o.attnum) FROM pg_attribute o
        WHERE o.attrelid = c.oid AND o.attnum > 0 AND NOT o.attisdropped AND o.attgenerated = '' AND o.attname <> 'agreement'
      ) AS columns,
      EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid = 'app'::regclass)
        OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum <> ALL (i.indkey::int2[])) AS leads_out
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped
    WHERE c.relnamespace = place::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT json_agg(t) FROM %I.%I t WHERE t.agreement = $1', place, part.name)
      INTO found_rows USING agreement_number;
    CONTINUE WHEN found_rows IS NULL;
    IF part.leads_out THEN
      RAISE EXCEPTION 'agreement % has rows in %', agreement_number, part.name;
    END IF;
    INSERT INTO pristine_company (content, table_name, columns, rows)
    VALUES (pristine_content(keep_pristine.content), part.name, part.columns, found_rows);
  END LOOP;
  RETURN true;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION keep_pristine(text, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION keep_pristine(text, int) IS
  'Keeps an agreement as the pristine company, as its maker, in the transaction that makes it: nobody else has seen '
  'it yet. Keeps none that leads anywhere: what names an app, or is unique among agreements, has to be empty. Does '
  'nothing where the owner may not copy, or somebody else keeps one now. As the owner, who alone writes here: what '
  'the service''s role could write, it could bend.';
REVOKE ALL ON FUNCTION keep_pristine(text, int) FROM PUBLIC;
