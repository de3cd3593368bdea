CREATE TABLE departmental_distribution (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL,
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  lines             json NOT NULL,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  dimension_number  int NOT NULL DEFAULT 1,
  PRIMARY KEY (agreement, number),
  CONSTRAINT dimension_distribution_number_check CHECK (number BETWEEN 1 AND 999999999)
);
ALTER TABLE dimension_distribution ATTACH PARTITION departmental_distribution FOR VALUES IN (1);
ALTER TABLE departmental_distribution ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE departmental_distribution IS
  'Shares an amount out among departments: the partition of dimension_distribution for dimension 1.';
COMMENT ON COLUMN departmental_distribution.lines IS
  '[{"departmentNumber": …, "percent": …}, …], in the order of the parts; the percentages sum to 100.';

SELECT keep_trail('departmental_distribution', 'DepartmentalDistributions', '{number}', '{dimension_number}');
