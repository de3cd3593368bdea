CREATE OR REPLACE FUNCTION keep_returned_vat_code() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (
    SELECT FROM vat_code_use u JOIN vat_return r ON r.agreement = NEW.agreement AND NOT r.undone
    WHERE u.agreement = NEW.agreement AND u.vat_code = NEW.code AND u.first_date <= r.date_to
  ) THEN
    RAISE EXCEPTION 'VAT code % of agreement % is in settled returns and keeps its boxes', NEW.code, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'vat_code_returned_kept';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_returned_vat_code() IS 'A VAT code keeps its boxes once a settled return has used them.';
