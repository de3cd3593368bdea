CREATE OR REPLACE FUNCTION keep_trail(table_name text, resource text, key_columns text[], left_out text[]
  DEFAULT '{}', quiet text[] DEFAULT '{}')
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  arguments text;
  loud text;
BEGIN
  SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ') INTO loud FROM pg_attribute a
    WHERE a.attrelid = table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> ALL (left_out || quiet);
  SELECT format('%L, %L, %L, %L', resource, key_columns,
      left_out || ARRAY['agreement', 'object_version', 'last_updated'],
      coalesce(array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.atttypid = 'boolean'::regtype
        AND a.attnotnull), '{}'))
    INTO arguments FROM pg_attribute a WHERE a.attrelid = table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped;
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_created(%s)', table_name || '_trail_created', table_name, arguments);
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_deleted(%s)', table_name || '_trail_deleted', table_name, arguments);
  IF cardinality(quiet) > 0 THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION trail_changed_row(%s)', table_name || '_trail_changed', table_name, loud, arguments);
  ELSE
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %I
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION trail_changed(%s)',
      table_name || '_trail_changed', table_name, arguments);
  END IF;
END
$$;

COMMENT ON FUNCTION keep_trail(text, text, text[], text[], text[]) IS
  'Trails a table: every statement that creates, changes or deletes its rows writes what it did. Where nothing '
  'changes but a column of `quiet`, and no objectVersion with it, there is nothing to tell; the condition costs a '
  'statement that changes only that next to nothing.';
