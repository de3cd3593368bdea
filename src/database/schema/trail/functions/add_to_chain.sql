CREATE OR REPLACE FUNCTION add_to_chain(state bytea, previous bytea, line text) RETURNS bytea
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN sha256(coalesce(state, previous) || convert_to(line, 'UTF8'));
END
$$;

COMMENT ON FUNCTION add_to_chain(bytea, bytea, text) IS
  'The next seal of a chain: SHA-256 over the seal before and a line.';
