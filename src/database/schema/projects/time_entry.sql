CREATE TABLE time_entry (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  employee_number  int NOT NULL,
  project_number   int NOT NULL,
  project_is_main  boolean GENERATED ALWAYS AS (false) STORED,
  activity_number  int NOT NULL,
  date             date NOT NULL,
  text             text,
  number_of_hours  numeric,
  is_approved      boolean NOT NULL DEFAULT false,
  cost_price       numeric,
  sales_price      numeric,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  document_id      int,
  sales_rate       numeric,
  PRIMARY KEY (agreement, number),
  CONSTRAINT time_entry_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT time_entry_project_number_fk FOREIGN KEY (agreement, project_number, project_is_main)
    REFERENCES project (agreement, number, is_main_project),
  CONSTRAINT time_entry_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity
);
ALTER TABLE time_entry ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE time_entry IS
  'Hours that an employee registered on a project: priced until they are approved, then frozen (rule 14.2).';
COMMENT ON COLUMN time_entry.project_is_main IS 'So that the foreign key refers to ordinary projects only.';
COMMENT ON COLUMN time_entry.cost_price IS 'NULL where there is no price; base currency.';
COMMENT ON COLUMN time_entry.sales_rate IS
  'The price of an hour; NULL where it is not sold, and for what was approved before there were rates.';
COMMENT ON COLUMN time_entry.document_id IS 'The sales document it is on; free again where that is no more.';

CREATE INDEX time_entry_employee_number ON time_entry (agreement, employee_number);
CREATE INDEX time_entry_project_number ON time_entry (agreement, project_number);
CREATE INDEX time_entry_activity_number ON time_entry (agreement, activity_number);
CREATE INDEX time_entry_date ON time_entry (agreement, date);
CREATE INDEX time_entry_last_updated ON time_entry (agreement, last_updated);
-- What is on a document is looked up when it is booked.
CREATE INDEX time_entry_document_id ON time_entry (agreement, document_id) WHERE document_id IS NOT NULL;

CREATE OR REPLACE TRIGGER time_entry_created AFTER INSERT ON time_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_created();
CREATE OR REPLACE TRIGGER time_entry_changed AFTER UPDATE ON time_entry
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_changed();
CREATE OR REPLACE TRIGGER time_entry_deleted AFTER DELETE ON time_entry REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_deleted();
CREATE OR REPLACE TRIGGER time_entry_priced BEFORE UPDATE ON time_entry
  FOR EACH ROW WHEN (OLD.object_version <> NEW.object_version AND NOT NEW.is_approved)
  EXECUTE FUNCTION price_changed_time();
CREATE OR REPLACE TRIGGER time_entry_approved AFTER UPDATE ON time_entry
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION time_entry_approved();
