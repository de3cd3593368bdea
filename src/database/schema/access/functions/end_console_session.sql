CREATE OR REPLACE FUNCTION end_console_session(agreement_number int, session_number int) RETURNS boolean
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM console_session s WHERE s.agreement = agreement_number AND s.number = session_number;
  RETURN FOUND;
END
$$;

-- As let_in.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION end_console_session(int, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION end_console_session(int, int) IS
  'Signs a browser out of an agreement. Answers whether it was signed in.';
