CREATE OR REPLACE FUNCTION key_of_parts(item jsonb, key_columns text[]) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN coalesce((SELECT string_agg(item ->> k.name, '~' ORDER BY k.place)
    FROM unnest(key_columns) WITH ORDINALITY AS k(name, place)), '');

COMMENT ON FUNCTION key_of_parts(jsonb, text[]) IS 'The same where the key has several parts, or none.';
