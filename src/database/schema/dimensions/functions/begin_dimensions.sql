CREATE OR REPLACE FUNCTION begin_dimensions() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dimension (agreement, number, name, is_active) SELECT n.agreement, 1, 'Dimension 1', true FROM new_rows n;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION begin_dimensions() IS 'Every agreement has dimension 1, that of departments.';
