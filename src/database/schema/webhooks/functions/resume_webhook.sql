CREATE OR REPLACE FUNCTION resume_webhook() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_delivery d SET due_at = clock_of(NEW.agreement)
    WHERE d.agreement = NEW.agreement AND d.event_type = NEW.event_type AND d.state = 'pending';
  PERFORM wake_webhook(NEW.agreement, NEW.event_type);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION resume_webhook() IS 'What waits for a webhook is sent at once when it is enabled again.';
