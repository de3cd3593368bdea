CREATE OR REPLACE FUNCTION rounded_ratio(a numeric, b numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(a) * sign(b) * div(abs(a) * 200 + abs(b), 2 * abs(b)) * 0.01;

COMMENT ON FUNCTION rounded_ratio(numeric, numeric) IS
  'a / b, rounded to 2 decimals: numeric division alone would round twice.';
