CREATE OR REPLACE FUNCTION in_base(amount numeric, rate numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(amount * rate * 0.01, 2);

COMMENT ON FUNCTION in_base(numeric, numeric) IS 'An amount in base currency; the rate is for 100 of the currency.';
