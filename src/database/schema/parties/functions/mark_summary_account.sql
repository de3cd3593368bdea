CREATE OR REPLACE FUNCTION mark_summary_account() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account a WHERE a.agreement = NEW.agreement AND a.number = NEW.account_number FOR UPDATE;
  IF NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = NEW.agreement
    AND s.account_number = NEW.account_number) THEN
    UPDATE account a SET object_version = nextval('object_version')
    WHERE a.agreement = NEW.agreement AND a.number = NEW.account_number;
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION mark_summary_account() IS
  'An account that becomes a summary account is another one from then on: whoever is about to name it waits, and '
  'sees that it changed.';
