CREATE OR REPLACE FUNCTION sales_quote_line_written() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(DISTINCT n.document_id) AS documents FROM touched_rows n
        GROUP BY n.agreement ORDER BY n.agreement LOOP
        -- A document that this very transaction has made or changed is told of already.
        PERFORM emit_events(touched.agreement, 'QUOTATION_UPDATED',
          array_agg(jsonb_build_object('OLDNUMBER', d.number::text, 'NEWNUMBER', d.number::text) ORDER BY d.number))
          FROM sales_quote d WHERE d.agreement = touched.agreement AND d.number = ANY (touched.documents)
            AND NOT is_own_write(d.xmin)
          HAVING count(*) > 0;
        PERFORM recalculate_sales_quote(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $$;

COMMENT ON FUNCTION sales_quote_line_written() IS 'Has quotes computed anew whose lines were written.';
