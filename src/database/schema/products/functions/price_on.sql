CREATE OR REPLACE FUNCTION price_on(day date, cut_off date, before numeric, after numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN cut_off IS NULL OR day <= cut_off THEN before ELSE after END;

COMMENT ON FUNCTION price_on(date, date, numeric, numeric) IS
  'The price of a day: up to the cut-off the price before, later that after; without a cut-off the price before.';
