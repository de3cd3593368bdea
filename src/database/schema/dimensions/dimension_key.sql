CREATE TABLE dimension_key (
  agreement         int NOT NULL REFERENCES agreement,
  dimension_number  int NOT NULL,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  is_distribution   boolean NOT NULL,
  is_barred         boolean NOT NULL,
  key2              int GENERATED ALWAYS AS (
CASE
    WHEN dimension_number = 2 THEN number
    ELSE NULL::integer
END) STORED,
  key3              int GENERATED ALWAYS AS (
CASE
    WHEN dimension_number = 3 THEN number
    ELSE NULL::integer
END) STORED,
  PRIMARY KEY (agreement, dimension_number, number),
  CONSTRAINT dimension_key_key2_unique UNIQUE (agreement, key2),
  CONSTRAINT dimension_key_key3_unique UNIQUE (agreement, key3),
  CONSTRAINT dimension_key_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension
);
ALTER TABLE dimension_key ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE dimension_key IS
  'Every key of a dimension, that of a value or of a distribution: kept by the tables of both, named by whatever has '
  'data of a dimension.';
COMMENT ON COLUMN dimension_key.key2 IS
  'The number once more where it is of dimension 2 or 3: what columns of one dimension name.';
