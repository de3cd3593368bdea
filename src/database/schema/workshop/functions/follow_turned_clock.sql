CREATE OR REPLACE FUNCTION follow_turned_clock() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  whose int := CASE WHEN TG_OP = 'DELETE' THEN OLD.agreement ELSE NEW.agreement END;
BEGIN
  -- KEY SHARE: as for an event (settle_webhook).
  PERFORM FROM webhook w WHERE w.agreement = whose FOR KEY SHARE;
  UPDATE webhook_due d SET due_at = now() WHERE d.agreement = whose;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION follow_turned_clock() IS
  'Has every webhook of a sandbox looked at whose clock was set: what waits for its next attempt may be due.';
