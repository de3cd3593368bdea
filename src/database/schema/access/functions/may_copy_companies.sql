CREATE OR REPLACE FUNCTION may_copy_companies() RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT has_parameter_privilege('session_replication_role', 'SET')
    AND to_regclass('pg_catalog.pg_dist_partition') IS NULL
$$;

COMMENT ON FUNCTION may_copy_companies() IS
  'Whether the owner may insert rows that come whole: without triggers, which made what follows from them before. Not '
  'where agreements are spread over servers (Citus): a copy would go to each row by row.';
