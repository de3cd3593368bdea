CREATE OR REPLACE FUNCTION seal_invoice() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  SELECT i.invoice_number, i.seal INTO previous FROM booked_invoice i WHERE i.agreement = NEW.agreement
    ORDER BY i.invoice_number DESC LIMIT 1;
  IF FOUND AND NEW.invoice_number <> previous.invoice_number + 1 AND NOT (NEW.invoice_number > previous.invoice_number
    AND EXISTS (SELECT FROM sales_setup s WHERE s.agreement = NEW.agreement
      AND s.next_invoice_number = NEW.invoice_number)) THEN
    RAISE EXCEPTION 'invoice % of agreement % does not follow invoice %', NEW.invoice_number, NEW.agreement,
      previous.invoice_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_invoice_gapless';
  END IF;
  -- Where agreements are spread, NEW is a row of a shard, which is another type than that of its view.
  NEW.seal := sha256(coalesce(previous.seal, decode(repeat('00', 32), 'hex'))
    || convert_to(content_of_invoice(ROW(NEW.*)::booked_invoice), 'UTF8'));
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION seal_invoice() IS
  'Seals an invoice over the one before it; its lines were written before. Numbers have no gaps, whoever writes, '
  'but where sales_setup starts the series anew.';
