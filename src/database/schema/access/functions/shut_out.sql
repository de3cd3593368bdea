CREATE OR REPLACE FUNCTION shut_out(agreement_number int, grant_number int) RETURNS void
  LANGUAGE sql AS $$
  UPDATE access_grant g SET revoked_at = now() WHERE g.agreement = agreement_number AND g.number = grant_number
    AND g.revoked_at IS NULL
$$;

-- As let_in.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION shut_out(int, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION shut_out(int, int) IS 'Ends a grant. Ending it twice changes nothing.';
