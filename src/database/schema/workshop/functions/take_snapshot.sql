CREATE OR REPLACE FUNCTION take_snapshot(agreement_number int, title text, most int, bound bigint) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  fresh int;
  taken bigint;
BEGIN
  IF NOT may_copy_companies() THEN
    RAISE EXCEPTION 'the owner may not copy' USING ERRCODE = 'DBS03';
  END IF;
  PERFORM FROM agreement a WHERE a.agreement = agreement_number AND a.is_sandbox FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'agreement % is no sandbox', agreement_number USING ERRCODE = 'DBS01';
  END IF;
  -- Whoever takes another one waits here.
  fresh := take_numbers(agreement_number, 'snapshot', 1);
  IF (SELECT count(*) FROM snapshot s WHERE s.agreement = agreement_number) >= most THEN
    RAISE EXCEPTION 'agreement % has enough snapshots', agreement_number USING ERRCODE = 'DBS04';
  END IF;
  -- Files are nearly all that is large. Their sizes are known without reading them.
  SELECT coalesce(sum(f.bytes), 0) INTO taken FROM (
    SELECT pg_column_size(p.bytes)::bigint AS bytes FROM document_piece p WHERE p.agreement = agreement_number
    UNION ALL SELECT pg_column_size(p.bytes)::bigint FROM bank_file_piece p WHERE p.agreement = agreement_number) f;
  IF taken > bound THEN
    RAISE EXCEPTION 'agreement % is too large', agreement_number USING ERRCODE = 'DBS05';
  END IF;
  INSERT INTO snapshot (agreement, number, name, form) VALUES (agreement_number, fresh, title, company_form());
  INSERT INTO snapshot_part (agreement, snapshot, table_name, place, columns, rows)
    SELECT agreement_number, fresh, r.table_name, r.place, r.columns, r.rows
    FROM company_rows(agreement_number, 4000000, false) r;
  SELECT coalesce(sum(pg_column_size(p.rows)), 0) INTO taken
    FROM snapshot_part p WHERE p.agreement = agreement_number AND p.snapshot = fresh;
  IF taken > bound THEN
    RAISE EXCEPTION 'agreement % is too large', agreement_number USING ERRCODE = 'DBS05';
  END IF;
  UPDATE snapshot s SET bytes = taken, entries = (
      SELECT coalesce(sum(json_array_length(p.rows)), 0) FROM snapshot_part p
      WHERE p.agreement = agreement_number AND p.snapshot = fresh AND p.table_name = 'booked_entry')
    WHERE s.agreement = agreement_number AND s.number = fresh;
  RETURN fresh;
END
$$;

-- As the owner it looks at these tables, whatever the caller calls its own.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION take_snapshot(int, text, int, bigint) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

COMMENT ON FUNCTION take_snapshot(int, text, int, bigint) IS
  'Keeps the books of a sandbox as they are at this moment, and answers the snapshot''s number. Refuses (DBS01 to '
  'DBS05) where it is no sandbox, the owner may not copy, there are as many as there may be, or it is too large.';
REVOKE ALL ON FUNCTION take_snapshot(int, text, int, bigint) FROM PUBLIC;
