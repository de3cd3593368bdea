CREATE OR REPLACE FUNCTION refuse_change_of_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'accounting year % of agreement % is sealed for good', OLD.year, OLD.agreement
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'accounting_year_sealed';
END
$$;

COMMENT ON FUNCTION refuse_change_of_seal() IS 'A year that is closed keeps its seal.';
