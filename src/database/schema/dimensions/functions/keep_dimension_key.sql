CREATE OR REPLACE FUNCTION keep_dimension_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM dimension_key k WHERE k.agreement = OLD.agreement AND k.dimension_number = OLD.dimension_number
      AND k.number = OLD.number;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO dimension_key (agreement, dimension_number, number, is_distribution, is_barred)
      VALUES (NEW.agreement, NEW.dimension_number, NEW.number, TG_ARGV[0]::boolean, NEW.is_barred);
  ELSE
    UPDATE dimension_key k SET is_barred = NEW.is_barred
      WHERE k.agreement = NEW.agreement AND k.dimension_number = NEW.dimension_number AND k.number = NEW.number;
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_dimension_key() IS
  'Keeps the key of a value or distribution, row by row, as rows are written by either face: of the dimension, or of '
  'departments.';
