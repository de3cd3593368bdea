-- As before (0016, 0059), but an item is also open while anything is left of it in its currency: 0.01 EUR may be 0.00 in base currency.
CREATE OR REPLACE FUNCTION keep_group_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM open_item o WHERE o.agreement = NEW.agreement AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    AND CASE name_of_table(TG_TABLE_NAME) WHEN 'customer' THEN o.customer_number = NEW.number ELSE o.supplier_number = NEW.number END) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its group', name_of_table(TG_TABLE_NAME), NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_group_kept';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION keep_account_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (
    SELECT FROM customer c JOIN open_item o ON o.agreement = NEW.agreement AND o.customer_number = c.number
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    WHERE name_of_table(TG_TABLE_NAME) = 'customer_group' AND c.agreement = NEW.agreement AND c.group_number = NEW.number
  ) OR EXISTS (
    SELECT FROM supplier s JOIN open_item o ON o.agreement = NEW.agreement AND o.supplier_number = s.number
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    WHERE name_of_table(TG_TABLE_NAME) = 'supplier_group' AND s.agreement = NEW.agreement AND s.group_number = NEW.number
  ) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its account', name_of_table(TG_TABLE_NAME), NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_account_kept';
  END IF;
  RETURN NULL;
END
$$;
