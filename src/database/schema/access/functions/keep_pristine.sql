CREATE OR REPLACE FUNCTION keep_pristine(content text, agreement_number int) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  part record;
BEGIN
  IF NOT may_copy_companies() OR NOT pg_try_advisory_xact_lock(7310361) THEN
    RETURN false;
  END IF;
  PERFORM FROM agreement a
  WHERE a.agreement = agreement_number AND a.is_sandbox AND a.xmin = pg_current_xact_id()::xid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'agreement % is no sandbox that is being made', agreement_number;
  END IF;
  DELETE FROM pristine_company;
  FOR part IN
    SELECT r.*, t.leads_out FROM company_rows(agreement_number, 1000000000000, true) r JOIN company_tables() t
      ON t.name = r.table_name
  LOOP
    IF part.leads_out THEN
      RAISE EXCEPTION 'agreement % has rows in %', agreement_number, part.table_name;
    END IF;
    INSERT INTO pristine_company (content, table_name, columns, rows)
    VALUES (pristine_content(keep_pristine.content), part.table_name, part.columns, part.rows);
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
