CREATE OR REPLACE FUNCTION name_of_table(part text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN regexp_replace(part, '_\d{6,}$', '');

COMMENT ON FUNCTION name_of_table(text) IS
  'A trigger on a part of a table that is spread over servers sees the part''s name, `account_102261`: what it says '
  'is the table''s.';
