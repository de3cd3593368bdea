-- Which keys of dimensions lines of sales documents have, in columns as entries do (0044), and what they are booked with.
DO $do$
DECLARE
  lines text;
BEGIN
  FOREACH lines IN ARRAY ARRAY['draft_invoice_line', 'sales_order_line', 'sales_quote_line', 'booked_invoice_line'] LOOP
    EXECUTE replace($lines$
      ALTER TABLE _lines_
        ADD COLUMN departmental_distribution_number int,
        ADD COLUMN dimension2_key int,
        ADD COLUMN dimension3_key int,
        ADD CONSTRAINT _lines__departmental_distribution_number_fk FOREIGN KEY (agreement, departmental_distribution_number)
          REFERENCES departmental_distribution,
        ADD CONSTRAINT _lines__dimension2_key_fk FOREIGN KEY (agreement, dimension2_key) REFERENCES dimension_key (agreement, key2),
        ADD CONSTRAINT _lines__dimension3_key_fk FOREIGN KEY (agreement, dimension3_key) REFERENCES dimension_key (agreement, key3);
      CREATE INDEX _lines__of_distribution ON _lines_ (agreement, departmental_distribution_number)
        WHERE departmental_distribution_number IS NOT NULL;
      CREATE INDEX _lines__of_dimension2 ON _lines_ (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
      CREATE INDEX _lines__of_dimension3 ON _lines_ (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;
    $lines$, '_lines_', lines);
  END LOOP;
END
$do$;

-- A department that a line is given takes the place of a distribution.
CREATE FUNCTION replace_distribution_of_line() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.departmental_distribution_number := NULL;
  RETURN NEW;
END
$$;
DO $do$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['draft_invoice', 'sales_order', 'sales_quote'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_line_department BEFORE UPDATE ON %1$s_line FOR EACH ROW
      WHEN (NEW.department_number IS NOT NULL AND NEW.departmental_distribution_number IS NOT NULL) EXECUTE FUNCTION replace_distribution_of_line()', kind);
  END LOOP;
END
$do$;

-- Amounts of lines are booked together where their keys are the same, and rounded so.
DO $do$
DECLARE
  kind text;
  was text;
  now_is text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['draft_invoice', 'sales_order', 'sales_quote'] LOOP
    was := pg_get_functiondef(format('recalculate_%s', kind)::regproc);
    now_is := replace(replace(was, 'SELECT p.*, d.exchange_rate FROM', format($line$SELECT p.*, d.exchange_rate,
        (SELECT format('%%s %%s %%s', l.departmental_distribution_number, l.dimension2_key, l.dimension3_key) FROM %s_line l
          WHERE l.agreement = agreement_number AND l.document_id = p.document_id AND l.number = p.number) AS dimensions FROM$line$, kind)),
      'p.department_number, p.accrue_start', 'p.department_number, p.dimensions, p.accrue_start');
    IF strpos(now_is, 'AS dimensions') = 0 OR strpos(now_is, 'p.dimensions, p.accrue_start') = 0 THEN
      RAISE EXCEPTION 'recalculate_% is not as it was', kind;
    END IF;
    EXECUTE now_is;
  END LOOP;

  was := pg_get_functiondef('content_of_invoice'::regproc);
  now_is := replace(was, 'l.booked_account, l.project_close_account)::text,', $more$l.booked_account, l.project_close_account)::text
        || CASE WHEN num_nonnulls(l.departmental_distribution_number, l.dimension2_key, l.dimension3_key) > 0
          THEN json_build_array(l.departmental_distribution_number, l.dimension2_key, l.dimension3_key)::text ELSE '' END,$more$);
  IF now_is = was THEN
    RAISE EXCEPTION 'content_of_invoice is not as it was';
  END IF;
  EXECUTE now_is;
END
$do$;

-- Lines that can still be changed. What became another document under the same number is that one.
CREATE VIEW open_sales_line AS
  SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number, l.dimension2_key, l.dimension3_key, l.object_version
    FROM draft_invoice_line l
  UNION ALL SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number, l.dimension2_key, l.dimension3_key,
    l.object_version FROM sales_order_line l WHERE l.document_status <> 'archived'
  UNION ALL SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number, l.dimension2_key, l.dimension3_key,
    l.object_version FROM sales_quote_line l WHERE l.document_status <> 'archived';
CREATE VIEW open_sales_document AS
  SELECT d.agreement, d.number FROM draft_invoice d
  UNION ALL SELECT d.agreement, d.number FROM sales_order d WHERE d.status <> 'archived'
  UNION ALL SELECT d.agreement, d.number FROM sales_quote d WHERE d.status <> 'archived';
CREATE VIEW sales_line_dimension AS
  SELECT l.agreement, l.document_id AS document_number, l.number AS line_number, 1 AS dimension_number, l.department_number AS dimension_key,
    l.object_version FROM open_sales_line l WHERE l.department_number IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 1, l.departmental_distribution_number, l.object_version
    FROM open_sales_line l WHERE l.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 2, l.dimension2_key, l.object_version FROM open_sales_line l WHERE l.dimension2_key IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 3, l.dimension3_key, l.object_version FROM open_sales_line l WHERE l.dimension3_key IS NOT NULL;

CREATE FUNCTION write_sales_dimension() RETURNS trigger
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
        departmental_distribution_number = CASE WHEN $4 <> 1 THEN l.departmental_distribution_number WHEN $7 THEN $6 END,
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
      EXECUTE format('SELECT recalculate_%s($1, ARRAY[$2])', kind) USING owner.agreement, owner.document_number;
      EXIT;
    END IF;
  END LOOP;
  PERFORM refuse_changed_meanwhile(written > 0, 'line ' || owner.line_number);
  RETURN owner;
END
$$;
CREATE TRIGGER sales_line_dimension_written INSTEAD OF INSERT OR UPDATE OR DELETE ON sales_line_dimension
  FOR EACH ROW EXECUTE FUNCTION write_sales_dimension();

CREATE VIEW booked_line_dimension AS
  SELECT l.agreement, i.invoice_number, l.number AS line_number, 1 AS dimension_number, l.department_number AS dimension_key, 0::bigint AS object_version
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id WHERE l.department_number IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 1, l.departmental_distribution_number, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id
    WHERE l.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 2, l.dimension2_key, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id WHERE l.dimension2_key IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 3, l.dimension3_key, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id WHERE l.dimension3_key IS NOT NULL;
