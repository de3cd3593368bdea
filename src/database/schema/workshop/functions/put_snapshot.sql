CREATE OR REPLACE FUNCTION put_snapshot(agreement_number int, snapshot_number int) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  place text := current_schema();
  lent name[];
  one name;
  newcomers json;
  going name[];
  staying name[];
  part record;
  was timestamptz := clock_of(agreement_number);
BEGIN
  SELECT array_agg(t.name) FILTER (WHERE NOT t.stays), array_agg(t.name) FILTER (WHERE t.stays) INTO going, staying
    FROM company_tables() t;
  -- Whom a grant names that is there stays, too: it is let in by that person still.
  SELECT json_agg(p) INTO newcomers FROM person p
    WHERE p.agreement = agreement_number AND EXISTS (SELECT FROM access_grant g WHERE g.agreement = p.agreement
      AND g.person = p.initials);
  lent := lend_deletes();
  PERFORM set_config('session_replication_role', 'replica', true);
  FOREACH one IN ARRAY going LOOP
    CONTINUE WHEN one IN ('agreement', 'counter', 'sandbox_clock');
    EXECUTE format('DELETE FROM %I.%I t WHERE t.agreement = $1', place, one) USING agreement_number;
  END LOOP;
  DELETE FROM counter c WHERE c.agreement = agreement_number AND c.name <> ALL (staying);
  FOR part IN
    SELECT p.table_name, p.columns, p.rows FROM snapshot_part p
    WHERE p.agreement = agreement_number AND p.snapshot = snapshot_number AND p.table_name <> 'sandbox_clock'
    ORDER BY p.table_name, p.place
  LOOP
    IF part.table_name = 'agreement' THEN
      UPDATE agreement a SET name = r.name, base_currency = r.base_currency, country = r.country, modules = r.modules,
        allows_product_renumbering = r.allows_product_renumbering
      FROM json_populate_recordset(NULL::agreement, part.rows) r WHERE a.agreement = agreement_number;
    ELSIF part.table_name = 'counter' THEN
      INSERT INTO counter (agreement, name, value)
        SELECT agreement_number, r.name, r.value FROM json_populate_recordset(NULL::counter, part.rows) r
        WHERE r.name <> ALL (staying);
    ELSE
      PERFORM put_company_rows(agreement_number, part.table_name, part.columns, part.rows);
    END IF;
  END LOOP;
  PERFORM set_config('session_replication_role', 'origin', true);
  -- With triggers: the trail, which is that of the snapshot, tells of them anew.
  SELECT json_agg(n) INTO newcomers FROM json_populate_recordset(NULL::person, newcomers) n
    WHERE NOT EXISTS (SELECT FROM person p WHERE p.agreement = agreement_number AND p.initials = n.initials);
  IF newcomers IS NOT NULL THEN
    PERFORM put_company_rows(agreement_number, 'person', (SELECT t.columns FROM company_tables() t
      WHERE t.name = 'person'), newcomers);
  END IF;
  -- With its trigger, which tells webhooks of another time.
  DELETE FROM sandbox_clock c WHERE c.agreement = agreement_number;
  PERFORM put_company_rows(agreement_number, p.table_name, p.columns, p.rows) FROM snapshot_part p
    WHERE p.agreement = agreement_number AND p.snapshot = snapshot_number AND p.table_name = 'sandbox_clock';
  PERFORM turn_kept_clock(agreement_number, agreement_number, snapshot_number);
  -- An advance that is under way would go on from another time; and nobody remembers one that has not been.
  DELETE FROM sandbox_advance v WHERE v.agreement = agreement_number;
  -- By a clock that shows less than it did. The restore's own key has no answer yet.
  DELETE FROM idempotency_key k WHERE k.agreement = agreement_number AND k.status IS NOT NULL
    AND k.created_at > clock_of(agreement_number);
  IF clock_of(agreement_number) < was THEN
    -- As long as it had to wait, it waits from now on. The webhook first: as whoever records an attempt.
    UPDATE webhook w SET failing_since = w.failing_since - (was - clock_of(agreement_number))
      WHERE w.agreement = agreement_number;
    UPDATE webhook_delivery d SET due_at = d.due_at - (was - clock_of(agreement_number))
      WHERE d.agreement = agreement_number AND d.state = 'pending';
  END IF;
  FOREACH one IN ARRAY lent LOOP
    EXECUTE format('REVOKE DELETE ON %I FROM CURRENT_USER', one);
  END LOOP;
END
$$;

COMMENT ON FUNCTION put_snapshot(int, int) IS
  'Puts the rows of a snapshot in place of those that a sandbox has, but for what stays (company_tables).';
REVOKE ALL ON FUNCTION put_snapshot(int, int) FROM PUBLIC;
