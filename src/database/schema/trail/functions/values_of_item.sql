CREATE OR REPLACE FUNCTION values_of_item(item jsonb, left_out text[], flags text[]) RETURNS TABLE (column_name text,
  value text)
  LANGUAGE sql STABLE AS $$
  SELECT v.key, v.value FROM jsonb_each_text(item - left_out) AS v
  WHERE v.value IS NOT NULL AND NOT (v.value = 'false' AND v.key = ANY (flags))
$$;

COMMENT ON FUNCTION values_of_item(jsonb, text[], text[]) IS
  'What an item says, a row for each property. Columns that say nothing of it are left out, and so are flags that '
  'are false.';
