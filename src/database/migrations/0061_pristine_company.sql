-- The company that sandboxes begin as, kept as it was made: copying it takes a tenth of the time that making it does. It follows from the program, so
-- what a crash empties is made anew, and no backup has it.
CREATE UNLOGGED TABLE pristine_company (
  -- The program, the years and the schema that it follows from.
  content     text NOT NULL,
  table_name  name NOT NULL,
  columns     text NOT NULL,
  rows        json NOT NULL,
  PRIMARY KEY (content, table_name)
);
REVOKE ALL ON pristine_company FROM PUBLIC;

-- What `content` is under the schema of now: of another schema, rows would lack what its migrations did to them.
CREATE FUNCTION pristine_content(content text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT content || ' ' || md5(string_agg(m.file, ' ' ORDER BY m.file)) FROM migration m
$$;

-- Keeps an agreement as the pristine company, as its maker, in the transaction that makes it: nobody else has seen it yet. Keeps none that leads anywhere:
-- what names an app, or is unique among agreements, has to be empty. Does nothing where the owner may not copy, or somebody else keeps one now.
-- As the owner, who alone writes here: what the service's role could write, it could bend.
CREATE FUNCTION keep_pristine(content text, agreement_number int) RETURNS boolean
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

-- Makes a sandbox of the pristine company, under the next number, and answers that; NULL where there is no such company, or the owner may not.
-- The rows come whole: triggers, which made what follows from them, rest until they are there, and foreign keys hold as they held.
CREATE FUNCTION clone_pristine(content text) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  place text := current_schema();
  wanted text := pristine_content(clone_pristine.content);
  fresh int;
  part record;
BEGIN
  IF NOT has_parameter_privilege('session_replication_role', 'SET')
    OR NOT EXISTS (SELECT FROM pristine_company p WHERE p.content = wanted) THEN
    RETURN NULL;
  END IF;
  fresh := nextval('agreement_number');
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR part IN SELECT p.table_name, p.columns, p.rows FROM pristine_company p WHERE p.content = wanted ORDER BY p.table_name LOOP
    EXECUTE format('INSERT INTO %1$I.%2$I (agreement, %3$s) OVERRIDING SYSTEM VALUE SELECT $1, %3$s FROM json_populate_recordset(NULL::%1$I.%2$I, $2)',
      place, part.table_name, part.columns) USING fresh, part.rows;
  END LOOP;
  PERFORM set_config('session_replication_role', 'origin', true);
  UPDATE agreement SET created_at = now() WHERE agreement = fresh;
  RETURN fresh;
END
$$;
-- As the owner they look at these tables, whatever the caller calls its own.
DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['keep_pristine(text, int)', 'clone_pristine(text)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', signature, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END
$$;

-- As before (0037), and: the pristine company is for those two functions alone, which the service calls.
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
  EXECUTE format('GRANT EXECUTE ON FUNCTION keep_pristine(text, int), clone_pristine(text) TO %I', service);
  FOR kept IN
    SELECT t.tgrelid::regclass AS name, (
      SELECT string_agg(quote_ident(c.attname), ', ') FROM pg_attribute c
      WHERE c.attrelid = t.tgrelid AND c.attnum > 0 AND NOT c.attisdropped AND cardinality(t.tgattr::int2[]) > 0 AND c.attnum <> ALL (t.tgattr::int2[])
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
