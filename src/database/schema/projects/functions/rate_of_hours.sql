CREATE OR REPLACE FUNCTION rate_of_hours(rate numeric, amount numeric, hours numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(rate, CASE WHEN hours = 0 THEN NULL
    WHEN round(round(amount / hours, 2) * hours, 2) = amount THEN round(amount / hours, 2)
      ELSE round(amount / hours, 6) END);

COMMENT ON FUNCTION rate_of_hours(numeric, numeric, numeric) IS
  'The price of one hour or kilometre: as it is stored, or, where an entry of before there were rates lacks it, the '
  'roundest that the amount may come of.';
