CREATE OR REPLACE FUNCTION is_distribution_key(agreement_number int, dimension int, key int) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT k.is_distribution FROM dimension_key k
    WHERE k.agreement = agreement_number AND k.dimension_number = dimension AND k.number = key), false)
$$;

COMMENT ON FUNCTION is_distribution_key(int, int, int) IS 'Whether a key of a dimension is that of a distribution.';
