CREATE OR REPLACE FUNCTION company_form() RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT md5(concat_ws(E'\n',
    (SELECT string_agg(t.name || ' ' || t.columns, E'\n' ORDER BY t.name) FROM company_tables() t WHERE NOT t.stays),
    (SELECT string_agg(m.file, ' ' ORDER BY m.file) FROM migration m WHERE m.hash IS NULL)))
$$;

COMMENT ON FUNCTION company_form() IS
  'What the rows of an agreement look like under the schema of now: its tables, and the migrations that rows went '
  'through.';
REVOKE ALL ON FUNCTION company_form() FROM PUBLIC;
