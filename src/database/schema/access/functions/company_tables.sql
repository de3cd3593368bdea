CREATE OR REPLACE FUNCTION company_tables()
  RETURNS TABLE (name name, columns text, leads_out boolean, stays boolean)
  LANGUAGE sql STABLE AS $$
  WITH found AS (
    SELECT c.oid, c.relname, c.relpersistence, (
        SELECT string_agg(quote_ident(o.attname), ', ' ORDER BY o.attnum) FROM pg_attribute o
        WHERE o.attrelid = c.oid AND o.attnum > 0 AND NOT o.attisdropped AND o.attgenerated = ''
          AND o.attname <> 'agreement'
      ) AS columns,
      EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
        AND f.confrelid = 'app'::regclass)
        OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
          AND a.attnum <> ALL (i.indkey::int2[])) AS leads_out,
      EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
        AND f.confrelid IN ('access_grant'::regclass, 'webhook'::regclass)) AS is_of_access
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition)
  SELECT f.relname, f.columns, f.leads_out, f.leads_out OR f.is_of_access OR f.relpersistence <> 'p'
    OR f.relname IN ('coverage_count', 'fault_rule', 'lease', 'request_hour', 'request_log', 'sandbox_advance',
      'snapshot', 'snapshot_part')
  FROM found f ORDER BY f.relname
$$;

COMMENT ON FUNCTION company_tables() IS
  'The tables with rows of agreements, and their columns besides the agreement''s number; which of them lead '
  'elsewhere, because they name an app or are unique among agreements; and which stay as they are when a snapshot of a '
  'sandbox is brought back, and are in none: what lets anybody in, what is sent, what is remembered of requests, and '
  'the workshop.';
REVOKE ALL ON FUNCTION company_tables() FROM PUBLIC;
