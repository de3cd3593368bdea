-- Data of dimensions: which key of a dimension something has.

-- Every key that a booked entry has or had: it stays, and so do the parts of a distribution.
CREATE TABLE booked_dimension (
  agreement         int NOT NULL,
  dimension_number  int NOT NULL,
  dimension_key     int NOT NULL,
  PRIMARY KEY (agreement, dimension_number, dimension_key),
  CONSTRAINT booked_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key) REFERENCES dimension_key
);
ALTER TABLE booked_dimension ALTER COLUMN agreement SET STATISTICS 0;
