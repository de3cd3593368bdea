CREATE OR REPLACE FUNCTION sales_order_line_written() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(DISTINCT n.document_id) AS documents FROM touched_rows n
        GROUP BY n.agreement ORDER BY n.agreement LOOP
        -- A document that this very transaction has made or changed is told of already.
        PERFORM emit_events(touched.agreement, 'ORDER_UPDATED',
          array_agg(jsonb_build_object('OLDNUMBER', d.number::text, 'NEWNUMBER', d.number::text) ORDER BY d.number))
          FROM sales_order d WHERE d.agreement = touched.agreement AND d.number = ANY (touched.documents)
            AND NOT is_own_write(d.xmin)
          HAVING count(*) > 0;
        PERFORM recalculate_sales_order(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $$;

COMMENT ON FUNCTION sales_order_line_written() IS 'Has orders computed anew whose lines were written.';
