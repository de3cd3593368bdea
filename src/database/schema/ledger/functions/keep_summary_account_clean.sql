CREATE OR REPLACE FUNCTION keep_summary_account_clean() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  shared record;
BEGIN
  FOR touched IN SELECT DISTINCT n.agreement FROM new_rows n LOOP
    PERFORM hold_ledger(touched.agreement);
    SELECT n.account_number INTO shared FROM new_rows n
      WHERE n.agreement = touched.agreement AND NOT EXISTS (
        SELECT FROM summary_account s WHERE s.agreement = touched.agreement AND s.account_number = n.account_number
          AND NOT (s.of_table = name_of_table(TG_TABLE_NAME) AND s.number IN (SELECT x.number FROM new_rows x))
      ) AND (
        EXISTS (SELECT FROM automatic_account x WHERE x.agreement = touched.agreement
          AND x.account_number = n.account_number)
        OR EXISTS (SELECT FROM booked_entry e WHERE e.agreement = touched.agreement
          AND e.account_number = n.account_number
          AND e.customer_number IS NULL AND e.supplier_number IS NULL AND e.type NOT IN (7, 8))
      ) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'account % of agreement % cannot be a summary account: something else posts to it',
        shared.account_number, touched.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_account_clean';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_summary_account_clean() IS
  'An account becomes a summary account where nothing else posts to it, and nothing has: but for opening entries, '
  'which name no party.';
