CREATE TABLE dimension_distribution (
  agreement         int NOT NULL,
  dimension_number  int NOT NULL,
  number            int NOT NULL,
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  lines             json NOT NULL,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT dimension_distribution_number_check CHECK (number BETWEEN 1 AND 999999999),
  CONSTRAINT dimension_distribution_number_unique UNIQUE (agreement, dimension_number, number),
  CONSTRAINT dimension_distribution_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension
) PARTITION BY LIST (dimension_number);

COMMENT ON TABLE dimension_distribution IS
  'Shares an amount out among values of a dimension. Of dimension 1 they are departmental distributions, of the '
  'others the second partition.';
COMMENT ON COLUMN dimension_distribution.lines IS
  '[{"key": …, "percent": …}, …], in the order of the parts; the percentages sum to 100.';

CREATE INDEX dimension_distribution_number ON dimension_distribution (agreement, number);
CREATE INDEX dimension_distribution_name ON dimension_distribution (agreement, fold(name));

CREATE OR REPLACE TRIGGER dimension_distribution_key AFTER INSERT OR DELETE
  OR UPDATE OF is_barred ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_dimension_key('true');
CREATE OR REPLACE TRIGGER dimension_distribution_lines BEFORE INSERT OR UPDATE OF lines ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION name_keys_of_lines();
CREATE OR REPLACE TRIGGER dimension_distribution_parts AFTER INSERT OR UPDATE OF lines ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_parts_of_distribution();
CREATE OR REPLACE TRIGGER dimension_distribution_of_drafts AFTER DELETE ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_values_of_drafts('departmental_distribution_number');
CREATE OR REPLACE TRIGGER dimension_distribution_departmental_distribution_trail_created
  AFTER INSERT ON dimension_distribution REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_created('DepartmentalDistributions', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_distribution_departmental_distribution_trail_deleted
  AFTER DELETE ON dimension_distribution REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_deleted('DepartmentalDistributions', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_distribution_departmental_distribution_trail_changed
  AFTER UPDATE ON dimension_distribution REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_changed('DepartmentalDistributions', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_distribution_other_distribution_trail_created
  AFTER INSERT ON dimension_distribution REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_created('DimensionDistributions', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
CREATE OR REPLACE TRIGGER dimension_distribution_other_distribution_trail_deleted
  AFTER DELETE ON dimension_distribution REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_deleted('DimensionDistributions', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
CREATE OR REPLACE TRIGGER dimension_distribution_other_distribution_trail_changed
  AFTER UPDATE ON dimension_distribution REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_changed('DimensionDistributions', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
