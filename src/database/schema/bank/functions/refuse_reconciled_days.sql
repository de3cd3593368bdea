CREATE OR REPLACE FUNCTION refuse_reconciled_days() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF EXISTS (SELECT FROM bank_reconciliation r WHERE r.agreement = (SELECT i.agreement FROM inserted i LIMIT 1))
    AND EXISTS (
    SELECT FROM inserted i
    JOIN bank_account b ON b.agreement = i.agreement AND b.account_number = i.account_number
    JOIN bank_reconciliation r ON r.agreement = i.agreement AND r.bank_account_number = b.number AND r.date >= i.date
    -- Openings and what revaluates an account move nothing at the bank.
    WHERE i.type NOT IN (7, 8) AND NOT (i.type = 9 AND i.amount = 0)) THEN
    RAISE EXCEPTION 'An account is reconciled with its bank up to a later day.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_day_is_reconciled';
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION refuse_reconciled_days() IS
  'Refuses entries on an account that is reconciled with its bank up to a later day (MONTH.md 1).';
