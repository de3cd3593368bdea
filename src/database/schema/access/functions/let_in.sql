CREATE OR REPLACE FUNCTION let_in(agreement_number int, app_number int, hash bytea, roles_given text[], initials text,
  names_actor boolean) RETURNS int
  LANGUAGE sql AS $$
  INSERT INTO access_grant (agreement, app, token_hash, roles, person, may_name_actor)
  VALUES (agreement_number, app_number, hash, roles_given, initials, names_actor) RETURNING number
$$;

-- Grants are on every server. Where agreements are spread, a transaction looks at views of its shard: a write there
-- would reach one server only.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION let_in(int, int, bytea, text[], text, boolean) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

COMMENT ON FUNCTION let_in(int, int, bytea, text[], text, boolean) IS
  'Makes a grant in the tables themselves, wherever the transaction looks. Answers its number.';
