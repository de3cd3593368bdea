CREATE OR REPLACE FUNCTION hold_sandbox(agreement_number int) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agreement a WHERE a.agreement = agreement_number AND a.is_sandbox FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'agreement % is no sandbox', agreement_number USING ERRCODE = 'DBS01';
  END IF;
  PERFORM FROM counter c WHERE c.agreement = agreement_number ORDER BY c.name FOR UPDATE;
END
$$;

COMMENT ON FUNCTION hold_sandbox(int) IS
  'Keeps everybody else from making anything in a sandbox until the transaction ends: who books waits for the '
  'agreement''s row, who draws a number or is recorded in the trail for its counter.';
REVOKE ALL ON FUNCTION hold_sandbox(int) FROM PUBLIC;
