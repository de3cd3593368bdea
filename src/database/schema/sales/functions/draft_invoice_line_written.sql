CREATE OR REPLACE FUNCTION draft_invoice_line_written() RETURNS trigger
  LANGUAGE plpgsql AS $$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(DISTINCT n.document_id) AS documents FROM touched_rows n
        GROUP BY n.agreement ORDER BY n.agreement LOOP
        PERFORM recalculate_draft_invoice(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $$;

COMMENT ON FUNCTION draft_invoice_line_written() IS 'Has draft invoices computed anew whose lines were written.';
