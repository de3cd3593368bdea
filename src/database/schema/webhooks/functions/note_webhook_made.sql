CREATE OR REPLACE FUNCTION note_webhook_made() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_due (agreement, event_type) VALUES (NEW.agreement, NEW.event_type);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION note_webhook_made() IS 'A new webhook gets the row that says when to look at it.';
