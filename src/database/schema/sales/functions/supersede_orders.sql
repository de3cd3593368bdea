CREATE OR REPLACE FUNCTION supersede_orders() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sales_order d SET is_superseded = true
    FROM old_rows o
    WHERE d.agreement = o.agreement AND d.number = o.number AND d.status = 'archived'
      AND EXISTS (SELECT FROM subscriber s WHERE s.agreement = o.agreement AND s.draft_document_id = o.number)
      AND NOT EXISTS (SELECT FROM booked_invoice i WHERE i.agreement = o.agreement AND i.number = o.number);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION supersede_orders() IS
  'A draft that was made of an order takes its place. Runs before the subscribers are current again '
  '(draft_invoice_restores_subscribers): triggers run in the order of their names.';
