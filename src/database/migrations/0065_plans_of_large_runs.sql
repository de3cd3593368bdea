-- Large work that is as fast as its rows are many, whatever PostgreSQL knows of the tables as it begins.

-- Only the owner of a table may have its rows counted for plans on every version of PostgreSQL; the service's role may ask for it. A table that
-- somebody looks at already is left.
CREATE FUNCTION analyze_tables(VARIADIC tables regclass[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  looked_at regclass;
BEGIN
  FOREACH looked_at IN ARRAY tables LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', looked_at);
  END LOOP;
END
$$;

-- The rate is looked up for each line. A join was planned for a few documents, and priced all lines once for every document that there is.
DO $do$
DECLARE
  kind text;
  was text;
  now_is text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['draft_invoice', 'sales_order', 'sales_quote'] LOOP
    was := pg_get_functiondef(format('recalculate_%s', kind)::regproc);
    now_is := replace(was, 'SELECT p.*, d.exchange_rate,',
      format('SELECT p.*, (SELECT d.exchange_rate FROM %s d WHERE d.agreement = agreement_number AND d.number = p.document_id) AS exchange_rate,', kind));
    now_is := regexp_replace(now_is, format('JOIN %s d ON d.agreement = agreement_number AND d.number = p.document_id\s+\), written AS', kind), '), written AS');
    IF strpos(now_is, 'AS exchange_rate') = 0 OR strpos(now_is, 'JOIN ' || kind || ' d ON') > 0 THEN
      RAISE EXCEPTION 'recalculate_% is not as it was', kind;
    END IF;
    EXECUTE now_is;
  END LOOP;
END
$do$;
