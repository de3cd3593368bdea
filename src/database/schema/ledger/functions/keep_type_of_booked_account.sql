CREATE OR REPLACE FUNCTION keep_type_of_booked_account() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM booked_reference r WHERE r.agreement = NEW.agreement AND r.account_number = NEW.number) THEN
    RAISE EXCEPTION 'account % of agreement % has booked entries and keeps its type', NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'account_type_kept';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_type_of_booked_account() IS 'An account that was booked on keeps its type (rule 5.2).';
