CREATE OR REPLACE FUNCTION key_of_item(item jsonb, key_columns text[]) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN CASE cardinality(key_columns) WHEN 1 THEN coalesce(item ->> key_columns[1], '')
    ELSE key_of_parts(item, key_columns) END;

COMMENT ON FUNCTION key_of_item(jsonb, text[]) IS 'The key of an item as the trail says it: its parts joined by ''~''.';
