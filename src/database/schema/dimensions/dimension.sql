CREATE TABLE dimension (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 3),
  name            text NOT NULL,
  is_active       boolean NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE dimension ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE dimension IS
  'A dimension that entries can have keys of: 1 is departments, 2 and 3 are the agreement''s own.';

CREATE OR REPLACE TRIGGER dimension_numbers_forgotten AFTER DELETE ON dimension REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_dimension_numbers();
CREATE OR REPLACE TRIGGER dimension_duty_ends AFTER UPDATE ON dimension
  FOR EACH ROW WHEN (NEW.number = 1 AND OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_duty_of_dimension();
SELECT keep_trail('dimension', 'Dimensions', '{number}');
