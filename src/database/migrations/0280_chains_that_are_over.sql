-- Changes subscriber. A period that is invoiced outlasts the day on which its chain ends; so does the only one of a chain that is over.
ALTER TABLE subscriber ADD COLUMN is_over boolean NOT NULL DEFAULT false, DROP CONSTRAINT subscriber_dates,
  ADD CONSTRAINT subscriber_dates CHECK (start_date <= end_date
    AND (end_date <= expiry_date OR draft_document_id IS NOT NULL OR booked_invoice_id IS NOT NULL OR is_over));
