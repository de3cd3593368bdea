CREATE OR REPLACE FUNCTION take_document_numbers(agreement_number int, kind text, amount int) RETURNS int[]
  LANGUAGE plpgsql AS $$
DECLARE
  people text := CASE kind WHEN 'draft_invoice' THEN 'draft_invoice_number' WHEN 'sales_order' THEN 'order_number'
    ELSE 'quote_number' END;
  first int;
  found int[];
  taken int[] := '{}';
BEGIN
  WHILE cardinality(taken) < amount LOOP
    first := take_numbers(agreement_number, kind || ' for people', amount - cardinality(taken));
    EXECUTE format('SELECT coalesce(array_agg(n ORDER BY n), ''{}'') FROM generate_series($2, $3) AS n
      WHERE NOT EXISTS (SELECT FROM %I d WHERE d.agreement = $1 AND d.%I = n)', kind, people)
      INTO found USING agreement_number, first, first + amount - cardinality(taken) - 1;
    taken := taken || found;
  END LOOP;
  RETURN taken;
END
$$;

COMMENT ON FUNCTION take_document_numbers(int, text, int) IS
  'Numbers of documents that people see: the next that are free. A client may have taken some ahead.';
