CREATE OR REPLACE FUNCTION pristine_content(content text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT content || ' ' || md5(string_agg(m.file, ' ' ORDER BY m.file)) FROM migration m
$$;

COMMENT ON FUNCTION pristine_content(text) IS
  'What `content` is under the schema of now: of another schema, rows would lack what its migrations did to them.';
