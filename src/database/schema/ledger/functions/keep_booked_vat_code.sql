CREATE OR REPLACE FUNCTION keep_booked_vat_code() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM booked_reference r WHERE r.agreement = NEW.agreement AND r.vat_code = NEW.code) THEN
    RAISE EXCEPTION
      'VAT code % of agreement % has booked entries and keeps its type, rate, accounts and deductible share',
      NEW.code, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'vat_code_kept';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_booked_vat_code() IS
  'A VAT code that was booked with keeps its type, rate, accounts and deductible share (rule 5.2).';
