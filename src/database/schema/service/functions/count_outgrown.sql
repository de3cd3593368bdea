CREATE OR REPLACE FUNCTION count_outgrown() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  pages int := pg_relation_size(TG_RELID) / current_setting('block_size')::int;
BEGIN
  IF pages >= 20 AND pages >= 10 * (SELECT c.relpages FROM pg_class c WHERE c.oid = TG_RELID) THEN
    PERFORM count_tables(TG_RELID);
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION count_outgrown() IS
  'Has a table counted that has ten times the pages that the planner knows of. A small one is soon read.';
