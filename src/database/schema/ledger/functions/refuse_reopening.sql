CREATE OR REPLACE FUNCTION refuse_reopening() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'accounting year % of agreement % is closed for good', OLD.year, OLD.agreement
    USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_closed';
END
$$;

COMMENT ON FUNCTION refuse_reopening() IS 'A year or period that is closed is closed for good (rule 8.2).';
