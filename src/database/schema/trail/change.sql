CREATE TABLE change (
  agreement          int NOT NULL,
  number             int NOT NULL CHECK (number >= 1),
  resource           text NOT NULL,
  key                text NOT NULL,
  property           text NOT NULL,
  before             text,
  after              text,
  changed_at         timestamptz NOT NULL,
  app                int,
  seal               bytea NOT NULL CHECK (length(seal) = 32),
  change_first       int,
  change_last        int,
  grant_number       int,
  person             text,
  is_person_claimed  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number)
);
ALTER TABLE change ALTER agreement SET STATISTICS 0;
REVOKE ALL ON change FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON change FROM CURRENT_USER;

COMMENT ON TABLE change IS
  'One property of master data that was changed, from what to what, by whom: the trail. Numbered, sealed in a chain, '
  'never changed or removed.';
COMMENT ON COLUMN change.resource IS
  'As the resource and its properties are declared; the key''s parts are joined by ''~'', and none where an '
  'agreement has one.';
COMMENT ON COLUMN change.before IS
  'NULL where there was no value, or is none: what is created has none before, what is deleted none after.';
COMMENT ON COLUMN change.app IS 'NULL where no app asked for it: commands, templates, imports.';
COMMENT ON COLUMN change.change_first IS
  'The first and the last row that the same write made of the same item: together they are one change. NULL of rows '
  'from before writes were told apart.';
COMMENT ON COLUMN change.person IS
  'Who did it, by initials: the person of the grant or, claimed, whom the app named.';
COMMENT ON COLUMN change.seal IS
  'SHA-256 over the seal before (32 zero bytes for the first) and the line of `line_of_change`.';

CREATE INDEX change_of_item ON change (agreement, fold(resource), fold(key));
CREATE INDEX change_changed_at ON change (agreement, changed_at);

CREATE OR REPLACE TRIGGER change_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
