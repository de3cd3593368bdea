CREATE OR REPLACE FUNCTION sales_order_written() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(n.number) AS documents FROM touched_rows n GROUP BY n.agreement
        ORDER BY n.agreement LOOP
        PERFORM recalculate_sales_order(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $$;

COMMENT ON FUNCTION sales_order_written() IS 'Has orders computed anew that were written.';
