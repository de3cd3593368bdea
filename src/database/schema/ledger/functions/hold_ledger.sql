CREATE OR REPLACE FUNCTION hold_ledger(agreement_number int) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agreement a WHERE a.agreement = agreement_number FOR NO KEY UPDATE;
END
$$;

COMMENT ON FUNCTION hold_ledger(int) IS
  'Waits for a booking under way, and keeps the next one waiting: what is looked at afterwards is so until the end '
  'of the transaction.';
