CREATE TABLE distribution_part (
  agreement            int NOT NULL,
  dimension_number     int NOT NULL,
  distribution_number  int NOT NULL,
  value_number         int NOT NULL,
  place                int NOT NULL,
  percent              numeric NOT NULL CHECK (percent > 0),
  PRIMARY KEY (agreement, dimension_number, distribution_number, value_number),
  CONSTRAINT distribution_part_distribution_number_fk FOREIGN KEY (agreement, dimension_number, distribution_number)
    REFERENCES dimension_distribution (agreement, dimension_number, number) ON DELETE CASCADE,
  CONSTRAINT distribution_part_value_number_fk FOREIGN KEY (agreement, dimension_number, value_number)
    REFERENCES dimension_value (agreement, dimension_number, number)
);
ALTER TABLE distribution_part ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE distribution_part IS
  'The parts of distributions, so that foreign keys hold for the values they name, and reports can share out.';

CREATE INDEX distribution_part_of_value ON distribution_part (agreement, value_number);
