CREATE OR REPLACE FUNCTION refuse_lines_of_booked_invoice() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN booked_invoice i ON i.agreement = n.agreement AND i.number = n.document_id)
    THEN
    RAISE EXCEPTION 'a booked invoice takes no more lines' USING ERRCODE = 'restrict_violation',
      CONSTRAINT = 'booked_invoice_complete';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refuse_lines_of_booked_invoice() IS
  'An invoice that stands takes no more lines: the lines come first.';
