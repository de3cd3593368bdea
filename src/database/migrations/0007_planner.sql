-- Every statement names its agreement, and the planner would take the agreements of its last ANALYZE for all there are: for a
-- new one it expects a single row from any index that begins with `agreement`, and picks one at random. Without
-- statistics of that column it counts on an average agreement, and chooses the index by the other columns.
DO $$
DECLARE
  tenant record;
BEGIN
  FOR tenant IN
    SELECT c.oid::regclass AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'agreement'
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN agreement SET STATISTICS 0', tenant.name);
  END LOOP;
END
$$;

-- Implied by the keys to account and journal, which begin with the agreement; each cost a look-up per row.
ALTER TABLE booked_entry DROP CONSTRAINT booked_entry_agreement_fkey;
ALTER TABLE draft_entry DROP CONSTRAINT draft_entry_agreement_fkey;
