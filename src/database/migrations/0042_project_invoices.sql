-- What of projects is on which sales document. A document keeps its number for life, and no other gets it: what is on one that is no more is free
-- again.
ALTER TABLE time_entry ADD COLUMN document_id int;
ALTER TABLE mileage ADD COLUMN document_id int;
ALTER TABLE time_entry DROP COLUMN is_reconciled;

-- Expenses are booked entries, which never change.
CREATE TABLE invoiced_expense (
  agreement     int NOT NULL,
  entry_number  int NOT NULL,
  document_id   int NOT NULL,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT invoiced_expense_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
ALTER TABLE invoiced_expense ALTER COLUMN agreement SET STATISTICS 0;

CREATE FUNCTION is_document(agreement_number int, document_number int) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = agreement_number AND d.number = document_number)
    OR EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = agreement_number AND d.number = document_number);
