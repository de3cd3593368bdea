CREATE OR REPLACE FUNCTION remove_abandoned_webhook() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook w
    WHERE w.agreement = NEW.agreement AND w.event_type = NEW.event_type AND w.app <> NEW.app
      AND NOT EXISTS (SELECT FROM access_grant g WHERE g.agreement = w.agreement AND g.app = w.app
        AND g.revoked_at IS NULL);
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION remove_abandoned_webhook() IS
  'An app that has lost its grants of the agreement can no longer take its webhook away: it makes room for '
  'another''s.';
