CREATE OR REPLACE FUNCTION forget_prices_in_currency() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_special_price_in_currency p USING new_rows n
    WHERE p.agreement = n.agreement AND p.special_price_number = n.number AND n.discount_percentage IS NOT NULL;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION forget_prices_in_currency() IS
  'A special price that becomes a per cent has no prices in currencies.';
