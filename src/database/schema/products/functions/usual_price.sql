CREATE OR REPLACE FUNCTION usual_price(agreement_number int, product text, currency_code text,
  exchange_rate numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT s.sales_price FROM product_sales_price s
      WHERE s.agreement = agreement_number AND s.product_number = p.number AND s.currency = currency_code),
    from_base(p.sales_price, exchange_rate))
  FROM product p WHERE p.agreement = agreement_number AND p.number = product
$$;

COMMENT ON FUNCTION usual_price(int, text, text, numeric) IS
  'What a product costs everybody in a currency: its price there, else its own, converted.';
