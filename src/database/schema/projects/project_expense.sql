CREATE TABLE project_expense (
  agreement         int NOT NULL,
  entry_number      int NOT NULL,
  project_number    int NOT NULL,
  cost_type_number  int NOT NULL,
  account_ongoing   int,
  account_closed    int,
  cost_price        numeric NOT NULL,
  sales_price       numeric NOT NULL,
  document_id       int,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT project_expense_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CONSTRAINT project_expense_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT project_expense_account_ongoing_fk FOREIGN KEY (agreement, account_ongoing) REFERENCES account,
  CONSTRAINT project_expense_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account
);
ALTER TABLE project_expense ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project_expense IS
  'One row for each booked entry with a project and a cost type. Only what stands on the ongoing account of the cost '
  'type''s group is an expense: the other side of its voucher comes to 0.';
COMMENT ON COLUMN project_expense.account_ongoing IS 'NULL where the cost type was in no group.';
COMMENT ON COLUMN project_expense.document_id IS 'The sales document it is on; free again where that is no more.';

CREATE INDEX project_expense_project_number ON project_expense (agreement, project_number);
CREATE INDEX project_expense_account_closed ON project_expense (agreement, account_closed);
CREATE INDEX project_expense_document_id ON project_expense (agreement, document_id) WHERE document_id IS NOT NULL;

CREATE OR REPLACE TRIGGER project_expense_booked AFTER INSERT ON project_expense REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION expenses_booked();
CREATE OR REPLACE TRIGGER project_expense_immutable BEFORE DELETE OR UPDATE OF agreement, entry_number,
  project_number, cost_type_number, account_ongoing, account_closed, cost_price, sales_price
    OR TRUNCATE ON project_expense
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
