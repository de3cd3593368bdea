CREATE OR REPLACE FUNCTION forget_special_prices() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_special_price_in_currency p USING product_special_price s
    WHERE p.agreement = OLD.agreement AND s.agreement = OLD.agreement AND s.product_number = OLD.number
      AND p.special_price_number = s.number;
  RETURN OLD;
END
$$;

COMMENT ON FUNCTION forget_special_prices() IS
  'A product takes its special prices with it, and they theirs in currencies; deleted by itself, a special price '
  'stays while it has any.';
