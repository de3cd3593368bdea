CREATE OR REPLACE FUNCTION default_price(agreement_number int, product text, customer int, currency_code text,
  exchange_rate numeric, vat_zone int, included boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN included THEN round(p.price
    * (100 + coalesce(sales_vat_rate(agreement_number, product, vat_zone), 0)) * 0.01, 2) ELSE p.price END
  FROM (SELECT coalesce(special_price(agreement_number, product, customer, currency_code, exchange_rate),
    usual_price(agreement_number, product, currency_code, exchange_rate), 0) AS price) AS p
$$;

COMMENT ON FUNCTION default_price(int, text, int, text, numeric, int, boolean) IS
  'The price of a line that brings none (rule 11.4); gross where prices include VAT, for those of products are net.';
