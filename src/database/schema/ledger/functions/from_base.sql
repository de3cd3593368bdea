CREATE OR REPLACE FUNCTION from_base(price numeric, rate numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN rate = 100 THEN price ELSE rounded_ratio(price * 100, rate) END;

COMMENT ON FUNCTION from_base(numeric, numeric) IS
  'A price of base currency in another; in base currency itself it keeps its decimals.';
