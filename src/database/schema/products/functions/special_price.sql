CREATE OR REPLACE FUNCTION special_price(agreement_number int, product text, customer int, currency_code text,
  exchange_rate numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN s.discount_percentage IS NOT NULL
      THEN round(usual_price(agreement_number, product, currency_code, exchange_rate)
        * (1 - s.discount_percentage * 0.01), 2)
    ELSE coalesce(
      (SELECT i.sales_price FROM product_special_price_in_currency i
        WHERE i.agreement = agreement_number AND i.special_price_number = s.number AND i.currency = currency_code),
      from_base(s.sales_price_base_currency, exchange_rate)) END
  FROM customer c
  JOIN product_special_price s ON s.agreement = agreement_number AND s.price_group_number = c.price_group_number
    AND s.product_number = product
  WHERE c.agreement = agreement_number AND c.number = customer
$$;

COMMENT ON FUNCTION special_price(int, text, int, text, numeric) IS
  'What the customer''s price group pays for it; NULL where that is nothing special.';
