CREATE OR REPLACE FUNCTION remove_console_passkey(agreement_number int, passkey_number int) RETURNS boolean
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM console_passkey k WHERE k.agreement = agreement_number AND k.number = passkey_number;
  RETURN FOUND;
END
$$;

-- As let_in.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION remove_console_passkey(int, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION remove_console_passkey(int, int) IS
  'Removes a passkey from an agreement. Answers whether it was there.';
