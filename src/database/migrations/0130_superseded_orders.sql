-- An order of a run whose draft invoice was deleted stays archived: its subscribers are current again, so the next run invoices its periods anew.

ALTER TABLE sales_order ADD COLUMN is_superseded boolean NOT NULL DEFAULT false;

-- Runs before the subscribers are current again (`draft_invoice_restores_subscribers`): triggers run in the order of their names.
CREATE FUNCTION supersede_orders() RETURNS trigger
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
CREATE TRIGGER draft_invoice_leaves_order AFTER DELETE ON draft_invoice REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION supersede_orders();
