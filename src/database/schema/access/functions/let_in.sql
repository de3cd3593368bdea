CREATE OR REPLACE FUNCTION let_in(agreement_number int, app_number int, hash bytea, roles_given text[], initials text,
  names_actor boolean) RETURNS int
  LANGUAGE plpgsql AS $$
DECLARE
  counting CONSTANT text := format('SELECT nextval(%L)', pg_get_serial_sequence(
    quote_ident(current_schema()) || '.access_grant', 'number'));
  is_spread boolean := to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL;
  drawn int;
BEGIN
  IF is_spread THEN
    EXECUTE $q$SELECT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = to_regclass('access_grant'))$q$
      INTO is_spread;
  END IF;
  IF NOT is_spread THEN
    EXECUTE counting INTO drawn;
  ELSE
    -- A sequence of whole numbers counts on the coordinator alone: elsewhere Citus has it at its end.
    EXECUTE 'SELECT c.result FROM run_command_on_coordinator($1) AS c WHERE c.success' INTO STRICT drawn USING counting;
  END IF;
  INSERT INTO access_grant (agreement, number, app, token_hash, roles, person, may_name_actor)
  OVERRIDING SYSTEM VALUE
  VALUES (agreement_number, drawn, app_number, hash, roles_given, initials, names_actor);
  RETURN drawn;
END
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
