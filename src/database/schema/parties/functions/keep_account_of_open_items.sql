CREATE OR REPLACE FUNCTION keep_account_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (
    SELECT FROM customer c JOIN open_item o ON o.agreement = NEW.agreement AND o.customer_number = c.number
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    WHERE name_of_table(TG_TABLE_NAME) = 'customer_group' AND c.agreement = NEW.agreement
      AND c.group_number = NEW.number
  ) OR EXISTS (
    SELECT FROM supplier s JOIN open_item o ON o.agreement = NEW.agreement AND o.supplier_number = s.number
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    WHERE name_of_table(TG_TABLE_NAME) = 'supplier_group' AND s.agreement = NEW.agreement
      AND s.group_number = NEW.number
  ) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its account', name_of_table(TG_TABLE_NAME), NEW.number,
      NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_account_kept';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_account_of_open_items() IS 'A group with open items keeps its account.';
