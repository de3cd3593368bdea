-- Subscribers of drafts that are deleted.

-- What follows on one that is current again goes only if it still is uninvoiced once its lock is had: a run may have invoiced it meanwhile.
-- An archived order keeps no subscriber: a draft was made of it, and has been deleted.
CREATE OR REPLACE FUNCTION restore_subscribers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    SELECT o.agreement, o.number FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number AND d.status <> 'archived')
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
  ), touched AS (
    SELECT DISTINCT s.agreement, coalesce(s.chain, s.number) AS chain FROM gone g
    JOIN subscriber s ON s.agreement = g.agreement AND s.draft_document_id = g.number
  ), uninvoiced AS (
    SELECT s.agreement, s.number, t.chain, s.start_date, s.booked_invoice_id IS NULL
      AND (s.draft_document_id IS NULL OR EXISTS (SELECT FROM gone g WHERE g.agreement = s.agreement AND g.number = s.draft_document_id)) AS is_so
    FROM touched t JOIN subscriber s ON s.agreement = t.agreement AND coalesce(s.chain, s.number) = t.chain
  )
  DELETE FROM subscriber s USING (
    SELECT u.agreement, u.number, u.is_so, lag(u.is_so) OVER (PARTITION BY u.agreement, u.chain ORDER BY u.start_date) AS follows_one
    FROM uninvoiced u
  ) AS f
  WHERE s.agreement = f.agreement AND s.number = f.number AND f.is_so AND f.follows_one
    AND s.booked_invoice_id IS NULL
    AND (s.draft_document_id IS NULL OR EXISTS (SELECT FROM old_rows o WHERE o.agreement = s.agreement AND o.number = s.draft_document_id));
  UPDATE subscriber s SET draft_document_id = NULL, is_only_one = false, last_updated = clock_timestamp(), object_version = nextval('object_version')
    FROM old_rows o
    WHERE s.agreement = o.agreement AND s.draft_document_id = o.number
      AND NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number AND d.status <> 'archived')
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number);
  RETURN NULL;
END
$$;

-- The number of a chain's first subscriber stays taken when that one is deleted: runs tell chains apart by it.
CREATE OR REPLACE FUNCTION take_free_numbers(agreement_number int, table_name text, within_column text, within_value int, amount int, given int[])
  RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
  counter_name text := concat_ws(' of ', table_name, within_value::text);
  next int := take_numbers(agreement_number, counter_name, 0);
  batch int := amount;
  free int[] := '{}';
  found int[];
BEGIN
  WHILE cardinality(free) < amount LOOP
    EXECUTE format('SELECT array_agg(n ORDER BY n) FROM generate_series($2, $2 + $3 - 1) AS n WHERE n <> ALL ($4)
        AND NOT EXISTS (SELECT FROM %I x WHERE x.agreement = $1 AND x.number = n%s)%s', table_name,
        CASE WHEN within_column IS NULL THEN '' ELSE format(' AND x.%I = $5', within_column) END,
        CASE table_name WHEN 'subscriber' THEN ' AND NOT EXISTS (SELECT FROM subscriber x WHERE x.agreement = $1 AND coalesce(x.chain, x.number) = n)' ELSE '' END)
      INTO found USING agreement_number, next, batch, given, within_value;
    free := free || found;
    next := next + batch;
    batch := batch * 2;
  END LOOP;
  IF amount > 0 THEN
    PERFORM take_numbers(agreement_number, counter_name, free[amount] + 1 - take_numbers(agreement_number, counter_name, 0));
  END IF;
  RETURN free[:amount];
END
$$;

-- No later than the last day there is.
CREATE OR REPLACE FUNCTION due_date_of(term_type int, term_days int, day date, given date) RETURNS date
  LANGUAGE sql IMMUTABLE
  RETURN CASE term_type WHEN 5 THEN given ELSE least(date '9999-12-31', CASE term_type
    WHEN 2 THEN (date_trunc('month', day) + interval '1 month - 1 day')::date + term_days
    WHEN 7 THEN day + 7 - extract(dow FROM day)::int + term_days
    WHEN 8 THEN day + 8 - extract(isodow FROM day)::int + term_days
    ELSE day + term_days END) END;
