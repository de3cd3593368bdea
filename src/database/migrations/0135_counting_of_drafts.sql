-- The planner is told when draft entries have become many. Until autovacuum counts a table for the first time, within a minute or so, a plan that was made
-- while it was nearly empty is kept: looking for a journal's next voucher numbers then read every draft of the agreement, and each create took longer than
-- the one before.

-- Has a table counted that has ten times the pages that the planner knows of. A small one is soon read.
CREATE FUNCTION count_outgrown() RETURNS trigger
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
CREATE TRIGGER draft_entry_counted AFTER INSERT ON draft_entry FOR EACH STATEMENT EXECUTE FUNCTION count_outgrown();
