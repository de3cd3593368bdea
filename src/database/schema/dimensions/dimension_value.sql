CREATE TABLE dimension_value (
  agreement         int NOT NULL,
  dimension_number  int NOT NULL,
  number            int NOT NULL,
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT dimension_value_number_check CHECK (number BETWEEN 1 AND 999999999),
  CONSTRAINT dimension_value_number_unique UNIQUE (agreement, dimension_number, number),
  CONSTRAINT dimension_value_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension
) PARTITION BY LIST (dimension_number);

COMMENT ON TABLE dimension_value IS
  'A value of a dimension. Of dimension 1 they are departments, of the others the second partition. The name may be '
  'empty.';

CREATE INDEX dimension_value_number ON dimension_value (agreement, number);
CREATE INDEX dimension_value_name ON dimension_value (agreement, fold(name));

CREATE OR REPLACE TRIGGER dimension_value_key AFTER INSERT OR DELETE OR UPDATE OF is_barred ON dimension_value
  FOR EACH ROW EXECUTE FUNCTION keep_dimension_key('false');
CREATE OR REPLACE TRIGGER dimension_value_of_drafts AFTER DELETE ON dimension_value
  FOR EACH ROW EXECUTE FUNCTION keep_values_of_drafts('department_number');
CREATE OR REPLACE TRIGGER dimension_value_department_trail_created AFTER INSERT ON dimension_value
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_created('Departments', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_value_department_trail_deleted AFTER DELETE ON dimension_value
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_deleted('Departments', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_value_department_trail_changed AFTER UPDATE ON dimension_value
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_changed('Departments', '{number}',
    '{dimension_number,agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{1}');
CREATE OR REPLACE TRIGGER dimension_value_other_dimension_value_trail_created AFTER INSERT ON dimension_value
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_created('DimensionValues', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
CREATE OR REPLACE TRIGGER dimension_value_other_dimension_value_trail_deleted AFTER DELETE ON dimension_value
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_deleted('DimensionValues', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
CREATE OR REPLACE TRIGGER dimension_value_other_dimension_value_trail_changed AFTER UPDATE ON dimension_value
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_changed('DimensionValues', '{dimension_number,number}',
    '{agreement,object_version,last_updated}', '{is_barred}', 'dimension_number', '{2,3}');
