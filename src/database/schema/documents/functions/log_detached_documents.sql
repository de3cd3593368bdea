CREATE OR REPLACE FUNCTION log_detached_documents() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  caller int := nullif(current_setting('daybook.app', true), '')::int;
  first int;
  acting text := nullif(current_setting('daybook.person', true), '');
BEGIN
  FOR touched IN SELECT o.agreement, count(*)::int AS documents FROM old_rows o GROUP BY o.agreement
    ORDER BY o.agreement LOOP
    first := take_numbers(touched.agreement, 'document_log', touched.documents);
    INSERT INTO document_log (agreement, number, logged_at, app, is_detached, document_number, accounting_year,
      journal_number, voucher_number, source, reason, kept_until, grant_number, person, is_person_claimed)
    SELECT o.agreement, first + row_number() OVER (ORDER BY o.number)::int - 1, clock_timestamp(),
      caller, true, o.number, o.accounting_year, o.journal_number, o.voucher_number, o.source,
      coalesce(nullif(current_setting('daybook.reason', true), ''), 'deleted by app ' || caller),
      CASE WHEN is_voucher_booked(o.agreement, o.accounting_year, o.journal_number, o.voucher_number)
        THEN (y.date_to + make_interval(years => TG_ARGV[0]::int))::date END,
      nullif(current_setting('daybook.grant', true), '')::int, ltrim(acting, '?'), coalesce(acting LIKE '?%', false)
    FROM old_rows o
    JOIN accounting_year y ON y.agreement = o.agreement AND y.year = o.accounting_year
    WHERE o.agreement = touched.agreement;
    DELETE FROM document_file f
    USING (
      SELECT DISTINCT l.hash FROM old_rows o JOIN document_log l ON l.agreement = o.agreement
        AND l.document_number = o.number
      WHERE o.agreement = touched.agreement AND l.hash IS NOT NULL
    ) AS gone
    WHERE f.agreement = touched.agreement AND f.hash = gone.hash
      AND NOT EXISTS (SELECT FROM document_part p WHERE p.agreement = f.agreement AND p.hash = f.hash)
      AND NOT is_file_kept(f.agreement, f.hash) AND NOT is_file_of_inbox(f.agreement, f.hash);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION log_detached_documents() IS
  'Logs what is taken off a voucher; its files go, but for those that another document has or the law keeps (rule '
  '15.6). Takes the numbers of the log once, before the rows: a subquery would take them once for each row that the '
  'planner puts it behind, and leave gaps.';
