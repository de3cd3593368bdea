CREATE OR REPLACE FUNCTION refuse_new_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the key of a row of % cannot change: others may name it', name_of_table(TG_TABLE_NAME)
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME;
END
$$;

COMMENT ON FUNCTION refuse_new_key() IS 'The key of a row that others may name does not change.';
