CREATE OR REPLACE FUNCTION tell_of_invoices() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  booked record;
BEGIN
  FOR booked IN SELECT n.agreement,
    array_agg(jsonb_build_object('INVOICENO', n.invoice_number::text, 'DOCUMENTID', n.number::text)
    ORDER BY n.invoice_number) AS records
    FROM new_rows n GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM emit_events(booked.agreement, 'INVOICE_BOOKED', booked.records);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION tell_of_invoices() IS 'Tells webhooks of invoices that are booked.';
