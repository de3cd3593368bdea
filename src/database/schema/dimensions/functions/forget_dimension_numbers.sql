CREATE OR REPLACE FUNCTION forget_dimension_numbers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE counter c SET value = 0 FROM (SELECT DISTINCT o.agreement FROM old_rows o) AS gone
    WHERE c.agreement = gone.agreement AND c.name = 'dimension';
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION forget_dimension_numbers() IS
  'The next number is the lowest that is free: one that was deleted is given again.';
