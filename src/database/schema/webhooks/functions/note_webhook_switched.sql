CREATE OR REPLACE FUNCTION note_webhook_switched() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_disabled THEN
    NEW.last_disabled_date := clock_timestamp();
  ELSE
    NEW.failing_since := NULL;
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION note_webhook_switched() IS
  'Notes when a webhook was disabled, by whomever; one that is enabled again begins without failures.';
