CREATE TABLE dimension_change (
  agreement           int NOT NULL,
  number              int NOT NULL CHECK (number >= 1),
  entry_number        int NOT NULL,
  dimension_number    int NOT NULL,
  dimension_key_from  int,
  dimension_key_to    int,
  changed_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  app                 int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT dimension_change_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
ALTER TABLE dimension_change ALTER agreement SET STATISTICS 0;
REVOKE ALL ON dimension_change FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON dimension_change FROM CURRENT_USER;

COMMENT ON TABLE dimension_change IS
  'A change of the key that an entry has of a dimension, for good. No key where there was none, or is none.';

CREATE INDEX dimension_change_newest ON dimension_change (agreement, (- number));
CREATE INDEX dimension_change_of_entry ON dimension_change (agreement, entry_number);
CREATE INDEX dimension_change_changed_at ON dimension_change (agreement, changed_at);

CREATE OR REPLACE TRIGGER dimension_change_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON dimension_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
