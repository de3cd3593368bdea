CREATE OR REPLACE FUNCTION write_sales_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  owner record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  before int := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.dimension_key END;
  after int := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.dimension_key END;
  is_shared boolean := is_distribution_key(owner.agreement, owner.dimension_number, after);
  kind text;
  written int := 0;
BEGIN
  FOREACH kind IN ARRAY ARRAY['draft_invoice', 'sales_order', 'sales_quote'] LOOP
    EXECUTE format($update$UPDATE %s_line l SET
        department_number = CASE WHEN $4 <> 1 THEN l.department_number WHEN NOT $7 THEN $6 END,
        departmental_distribution_number = CASE WHEN $4 <> 1 THEN l.departmental_distribution_number WHEN $7
          THEN $6 END,
        dimension2_key = CASE $4 WHEN 2 THEN $6 ELSE l.dimension2_key END,
        dimension3_key = CASE $4 WHEN 3 THEN $6 ELSE l.dimension3_key END,
        object_version = nextval('object_version')
      WHERE l.agreement = $1 AND l.document_id = $2 AND l.number = $3 %s
        AND CASE $4 WHEN 1 THEN coalesce(l.department_number, l.departmental_distribution_number)
          WHEN 2 THEN l.dimension2_key ELSE l.dimension3_key END IS NOT DISTINCT FROM $5$update$,
      kind, CASE kind WHEN 'draft_invoice' THEN '' ELSE 'AND l.document_status <> ''archived''' END)
      USING owner.agreement, owner.document_number, owner.line_number, owner.dimension_number, before, after, is_shared;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written > 0 THEN
      -- Its amounts are written anew below, and with them the document: from then on it is told of already.
      IF kind <> 'draft_invoice' AND before IS DISTINCT FROM after THEN
        EXECUTE format($told$SELECT emit_events($1, $3,
          array_agg(jsonb_build_object('OLDNUMBER', d.number::text, 'NEWNUMBER', d.number::text)))
          FROM %s d WHERE d.agreement = $1 AND d.number = $2 AND NOT is_own_write(d.xmin)
            HAVING count(*) > 0$told$, kind)
          USING owner.agreement, owner.document_number, CASE kind WHEN 'sales_order' THEN 'ORDER_UPDATED'
            ELSE 'QUOTATION_UPDATED' END;
      END IF;
      EXECUTE format('SELECT recalculate_%s($1, ARRAY[$2])', kind) USING owner.agreement, owner.document_number;
      EXIT;
    END IF;
  END LOOP;
  PERFORM refuse_changed_meanwhile(written > 0, 'line ' || owner.line_number);
  RETURN owner;
END
$$;

COMMENT ON FUNCTION write_sales_dimension() IS
  'Gives a line of a sales document a key of a dimension. Keys of a line are part of its order or quote: a change of '
  'them alone is told of, too, and once for each document that a request changes.';
