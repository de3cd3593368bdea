CREATE TABLE changed_dimension (
  agreement         int NOT NULL,
  entry_number      int NOT NULL,
  dimension_number  int NOT NULL,
  dimension_key     int,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, entry_number, dimension_number),
  CONSTRAINT changed_dimension_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CONSTRAINT changed_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key)
    REFERENCES dimension_key
);
ALTER TABLE changed_dimension ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE changed_dimension IS
  'What an entry has of a dimension since it was booked otherwise; no key where it has none any more.';

CREATE INDEX changed_dimension_of_key ON changed_dimension (agreement, dimension_key) WHERE dimension_key IS NOT NULL;
