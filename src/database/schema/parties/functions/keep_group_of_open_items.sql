CREATE OR REPLACE FUNCTION keep_group_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM open_item o WHERE o.agreement = NEW.agreement
    AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
    AND CASE name_of_table(TG_TABLE_NAME) WHEN 'customer' THEN o.customer_number = NEW.number
      ELSE o.supplier_number = NEW.number END) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its group', name_of_table(TG_TABLE_NAME), NEW.number,
      NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_group_kept';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_group_of_open_items() IS
  'A party with open items keeps its group. An item is also open while anything is left of it in its currency: 0.01 '
  'EUR may be 0.00 in base currency.';
