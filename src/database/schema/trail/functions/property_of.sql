CREATE OR REPLACE FUNCTION property_of(column_name text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN left(column_name, 1) || substr(replace(initcap(replace(column_name, '_', ' ') COLLATE "C"), ' ', ''), 2);

COMMENT ON FUNCTION property_of(text) IS
  'The property that a column is declared as. Inlined where it is called; the names of columns are ASCII.';
