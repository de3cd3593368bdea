CREATE TABLE person (
  agreement       int NOT NULL REFERENCES agreement,
  initials        text NOT NULL CHECK (initials ~ '^[A-Za-z0-9_-]{1,10}$'),
  name            text NOT NULL,
  email           text,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, initials)
);
ALTER TABLE person ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE person IS
  'Somebody who works with the books of an agreement. Logs name people by their initials for good, so nobody is '
  'removed.';
COMMENT ON COLUMN person.initials IS 'Headers carry them, so they are ASCII. They never change.';
COMMENT ON COLUMN person.is_barred IS 'No grant can be theirs, and no app can say that they act.';

-- Initials are taken whether in capitals or not.
CREATE UNIQUE INDEX person_initials_unique ON person (agreement, fold(initials));

CREATE OR REPLACE TRIGGER person_retired AFTER UPDATE ON person
  FOR EACH ROW WHEN (NEW.is_barred AND NOT OLD.is_barred) EXECUTE FUNCTION keep_person_of_grants();
SELECT keep_trail('person', 'People', '{initials}');
