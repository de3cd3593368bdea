CREATE OR REPLACE FUNCTION replace_distribution_of_line() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.departmental_distribution_number := NULL;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION replace_distribution_of_line() IS
  'A department that a line of a sales document is given takes the place of a distribution.';
