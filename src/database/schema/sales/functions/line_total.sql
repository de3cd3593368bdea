CREATE OR REPLACE FUNCTION line_total(quantity numeric, price numeric, discount numeric, decimals int) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(round(quantity * price * (1 - coalesce(discount, 0) * 0.01), decimals), 2);

COMMENT ON FUNCTION line_total(numeric, numeric, numeric, int) IS
  'What a line comes to, before it is told whether its prices have the VAT in them.';
