CREATE OR REPLACE FUNCTION condition_of_reference(ref text) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(regexp_replace(ref, '^\S+ \S+ ?', ''), '')
$$;

COMMENT ON FUNCTION condition_of_reference(text) IS
  'The condition that a reference given to hold_references makes on the row that it names, as SQL over `x`; NULL '
  'where there is none.';
