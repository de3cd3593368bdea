CREATE TABLE department (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL,
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  dimension_number  int NOT NULL DEFAULT 1,
  PRIMARY KEY (agreement, number),
  CONSTRAINT dimension_value_number_check CHECK (number BETWEEN 1 AND 999999999)
);
ALTER TABLE dimension_value ATTACH PARTITION department FOR VALUES IN (1);
ALTER TABLE department ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE department IS
  'A value of dimension 1: its partition of dimension_value keeps the name and what refers to it.';

SELECT keep_trail('department', 'Departments', '{number}', '{dimension_number}');
