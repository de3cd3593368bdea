CREATE OR REPLACE FUNCTION keep_person_of_grants() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM access_grant g WHERE g.agreement = NEW.agreement AND g.person = NEW.initials
    AND g.revoked_at IS NULL) THEN
    RAISE EXCEPTION 'a grant in force is of %', NEW.initials
      USING ERRCODE = 'check_violation', CONSTRAINT = 'person_has_grants', TABLE = 'person';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_person_of_grants() IS
  'Nobody becomes inactive while a grant in force is theirs. Whoever makes a grant holds its person, so this sees it.';
