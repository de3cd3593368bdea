CREATE OR REPLACE FUNCTION default_discount(agreement_number int, product text, customer int, currency_code text,
  exchange_rate numeric, has_price boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT has_price AND special_price(agreement_number, product, customer, currency_code, exchange_rate)
    IS NOT NULL THEN NULL
    ELSE coalesce(
      (SELECT d.percent FROM discount d JOIN product p ON p.agreement = agreement_number AND p.number = product
        WHERE d.agreement = agreement_number AND d.discount_group_number = c.discount_group_number
          AND d.product_group_number = p.product_group_number),
      c.default_discount_pct) END
  FROM customer c WHERE c.agreement = agreement_number AND c.number = customer
$$;

COMMENT ON FUNCTION default_discount(int, text, int, text, numeric, boolean) IS
  'The discount of a line that brings none: none off a special price, else that of the discount group, else the '
  'customer''s.';
