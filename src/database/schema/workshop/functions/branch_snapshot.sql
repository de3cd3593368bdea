CREATE OR REPLACE FUNCTION branch_snapshot(agreement_number int, snapshot_number int, most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  kept snapshot;
  fresh int;
  part record;
BEGIN
  IF NOT may_copy_companies() THEN
    RAISE EXCEPTION 'the owner may not copy' USING ERRCODE = 'DBS03';
  END IF;
  SELECT s.* INTO kept FROM snapshot s JOIN agreement a ON a.agreement = s.agreement AND a.is_sandbox
    WHERE s.agreement = agreement_number AND s.number = snapshot_number FOR UPDATE OF s;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF kept.form <> company_form() THEN
    RAISE EXCEPTION 'snapshot % is of other tables', snapshot_number USING ERRCODE = 'DBS06';
  END IF;
  IF kept.branches >= most THEN
    RAISE EXCEPTION 'snapshot % has enough branches', snapshot_number USING ERRCODE = 'DBS07';
  END IF;
  fresh := nextval('agreement_number');
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR part IN
    SELECT p.table_name, p.columns, p.rows FROM snapshot_part p
    WHERE p.agreement = agreement_number AND p.snapshot = snapshot_number ORDER BY p.table_name, p.place
  LOOP
    PERFORM put_company_rows(fresh, part.table_name, part.columns, part.rows);
  END LOOP;
  DELETE FROM counter c WHERE c.agreement = fresh AND c.name IN (SELECT t.name FROM company_tables() t WHERE t.stays);
  UPDATE agreement a SET created_at = now(), is_sandbox = true WHERE a.agreement = fresh;
  PERFORM set_config('session_replication_role', 'origin', true);
  PERFORM turn_kept_clock(fresh, agreement_number, snapshot_number);
  UPDATE snapshot s SET branches = s.branches + 1 WHERE s.agreement = agreement_number AND s.number = snapshot_number;
  RETURN fresh;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION branch_snapshot(int, int, int) SET search_path = %I, pg_temp', current_schema());
END
$$;

COMMENT ON FUNCTION branch_snapshot(int, int, int) IS
  'Makes another sandbox of a snapshot, under the next number, and answers that; NULL where there is no such snapshot. '
  'Nobody is let in yet, and nothing is sent for it. Refuses (DBS03, DBS06, DBS07) where the owner may not copy, the '
  'snapshot is of other tables, or it has as many branches as there may be.';
REVOKE ALL ON FUNCTION branch_snapshot(int, int, int) FROM PUBLIC;
