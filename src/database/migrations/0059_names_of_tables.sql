-- A trigger on a part of a table that is spread over servers sees the part's name, `account_102261`: what it says is the table's.
CREATE FUNCTION name_of_table(part text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN regexp_replace(part, '_\d{6,}$', '');

DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prosrc LIKE '%TG_TABLE_NAME%'
  LOOP
    EXECUTE replace(definition, 'TG_TABLE_NAME', 'name_of_table(TG_TABLE_NAME)');
  END LOOP;
END
$$;
