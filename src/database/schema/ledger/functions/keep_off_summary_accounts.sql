CREATE OR REPLACE FUNCTION keep_off_summary_accounts() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  shared record;
BEGIN
  FOR touched IN SELECT DISTINCT n.agreement FROM new_rows n LOOP
    PERFORM hold_ledger(touched.agreement);
    IF name_of_table(TG_TABLE_NAME) = 'vat_code' THEN
      SELECT s.account_number INTO shared FROM summary_account s
        WHERE s.agreement = touched.agreement AND (s.account_number IN (SELECT n.account_number FROM new_rows n)
          OR s.account_number IN (SELECT n.contra_account_number FROM new_rows n)) LIMIT 1;
    ELSE
      SELECT s.account_number INTO shared FROM summary_account s
        WHERE s.agreement = touched.agreement AND s.account_number IN (SELECT n.account_number FROM new_rows n) LIMIT 1;
    END IF;
    IF FOUND THEN
      RAISE EXCEPTION 'account % of agreement % is a summary account: nothing but its parties posts to it',
        shared.account_number, touched.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_no_summary_account';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_off_summary_accounts() IS
  'VAT codes and system accounts post to no summary account: nothing but its parties does (rule 5.2).';
