CREATE OR REPLACE FUNCTION clone_pristine(content text) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  wanted text := pristine_content(clone_pristine.content);
  fresh int;
  part record;
BEGIN
  IF NOT may_copy_companies()
    OR NOT EXISTS (SELECT FROM pristine_company p WHERE p.content = wanted) THEN
    RETURN NULL;
  END IF;
  fresh := nextval('agreement_number');
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR part IN SELECT p.table_name, p.columns, p.rows FROM pristine_company p WHERE p.content = wanted
    ORDER BY p.table_name LOOP
    PERFORM put_company_rows(fresh, part.table_name, part.columns, part.rows);
  END LOOP;
  PERFORM set_config('session_replication_role', 'origin', true);
  UPDATE agreement SET created_at = now() WHERE agreement = fresh;
  RETURN fresh;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION clone_pristine(text) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION clone_pristine(text) IS
  'Makes a sandbox of the pristine company, under the next number, and answers that; NULL where there is no such '
  'company, or the owner may not. The rows come whole: triggers, which made what follows from them, rest until they '
  'are there, and foreign keys hold as they held.';
REVOKE ALL ON FUNCTION clone_pristine(text) FROM PUBLIC;
