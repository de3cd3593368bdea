CREATE OR REPLACE FUNCTION keep_summary_account_off_defaults() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = NEW.agreement
    AND s.account_number = NEW.account_number
      AND (s.of_table, s.number) <> (name_of_table(TG_TABLE_NAME), NEW.number))
    AND (EXISTS (SELECT FROM account x WHERE x.agreement = NEW.agreement
      AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM customer x WHERE x.agreement = NEW.agreement
        AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM supplier x WHERE x.agreement = NEW.agreement
        AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM journal x WHERE x.agreement = NEW.agreement
        AND NEW.account_number IN (x.customer_contra_account, x.supplier_contra_account))
      OR EXISTS (SELECT FROM payment_term x WHERE x.agreement = NEW.agreement
        AND NEW.account_number IN (x.contra_account_number, x.contra_account2_number))
      OR EXISTS (SELECT FROM product_group_zone x WHERE x.agreement = NEW.agreement
        AND x.account_number = NEW.account_number)
      OR EXISTS (SELECT FROM product_group x WHERE x.agreement = NEW.agreement
        AND x.accrual_account_number = NEW.account_number)) THEN
    RAISE EXCEPTION 'account % of agreement % cannot be a summary account: it is the default of something',
      NEW.account_number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_account_clean';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_summary_account_off_defaults() IS
  'No summary account is the default of anything. Says the same as `summaryRules`, of what was committed while the '
  'account was waited for.';
