CREATE OR REPLACE FUNCTION renew_token(agreement_number int, grant_number int, hash bytea,
  overlap interval) RETURNS void
  LANGUAGE sql AS $$
  UPDATE access_grant g SET token_hash = hash, previous_token_hash = g.token_hash,
    previous_token_until = now() + overlap
  WHERE g.agreement = agreement_number AND g.number = grant_number
$$;

-- As let_in.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION renew_token(int, int, bytea, interval) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

COMMENT ON FUNCTION renew_token(int, int, bytea, interval) IS
  'Gives a grant another token; the one until now opens too for a while, one from before that no more.';
