CREATE TABLE mileage (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  employee_number  int NOT NULL,
  project_number   int NOT NULL,
  project_is_main  boolean GENERATED ALWAYS AS (false) STORED,
  date             date NOT NULL,
  distance         numeric NOT NULL,
  from_place       text,
  to_place         text,
  is_approved      boolean NOT NULL DEFAULT false,
  cost_rate        numeric,
  cost_price       numeric,
  sales_rate       numeric,
  sales_price      numeric,
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  document_id      int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT mileage_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT mileage_project_number_fk FOREIGN KEY (agreement, project_number, project_is_main)
    REFERENCES project (agreement, number, is_main_project)
);
ALTER TABLE mileage ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE mileage IS
  'Kilometres that an employee registered on a project: priced until they are approved, then frozen (rule 14.2).';
COMMENT ON COLUMN mileage.document_id IS 'The sales document it is on; free again where that is no more.';

CREATE INDEX mileage_employee_number ON mileage (agreement, employee_number);
CREATE INDEX mileage_project_number ON mileage (agreement, project_number);
CREATE INDEX mileage_date ON mileage (agreement, date);
CREATE INDEX mileage_document_id ON mileage (agreement, document_id) WHERE document_id IS NOT NULL;

CREATE OR REPLACE TRIGGER mileage_created AFTER INSERT ON mileage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_created();
CREATE OR REPLACE TRIGGER mileage_changed AFTER UPDATE ON mileage
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_changed();
CREATE OR REPLACE TRIGGER mileage_deleted AFTER DELETE ON mileage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_deleted();
CREATE OR REPLACE TRIGGER mileage_approved AFTER UPDATE ON mileage
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mileage_approved();
