CREATE OR REPLACE FUNCTION sales_quote_written() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(n.number) AS documents FROM touched_rows n GROUP BY n.agreement
        ORDER BY n.agreement LOOP
        PERFORM recalculate_sales_quote(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $$;

COMMENT ON FUNCTION sales_quote_written() IS 'Has quotes computed anew that were written.';
