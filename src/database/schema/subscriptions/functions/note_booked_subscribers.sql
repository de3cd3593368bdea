CREATE OR REPLACE FUNCTION note_booked_subscribers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriber s SET booked_invoice_id = n.number, draft_document_id = NULL,
    last_updated = clock_timestamp(), object_version = nextval('object_version')
    FROM new_rows n WHERE s.agreement = n.agreement AND s.draft_document_id = n.number;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION note_booked_subscribers() IS 'The subscribers of a draft that is booked have an invoice.';
