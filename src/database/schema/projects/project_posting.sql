CREATE TABLE project_posting (
  agreement        int NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('time', 'mileage')),
  registration     int NOT NULL,
  part             text NOT NULL CHECK (part IN ('cost', 'sales')),
  project_number   int NOT NULL,
  account_ongoing  int NOT NULL,
  account_contra   int NOT NULL,
  account_closed   int NOT NULL,
  amount           numeric NOT NULL,
  booking          int NOT NULL,
  entry_number     int NOT NULL,
  PRIMARY KEY (agreement, kind, registration, part),
  CONSTRAINT project_posting_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT project_posting_account_ongoing_fk FOREIGN KEY (agreement, account_ongoing) REFERENCES account,
  CONSTRAINT project_posting_account_contra_fk FOREIGN KEY (agreement, account_contra) REFERENCES account,
  CONSTRAINT project_posting_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account,
  CONSTRAINT project_posting_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking
);
ALTER TABLE project_posting ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project_posting IS
  'What the approval of a registration booked: `amount` on its ongoing account, debit positive, and the opposite on '
  'its contra account, in the entries `entry_number` and the next. The closed account is that of the day of '
  'approval.';

CREATE INDEX project_posting_project_number ON project_posting (agreement, project_number);
CREATE INDEX project_posting_account_closed ON project_posting (agreement, account_closed);
CREATE INDEX project_posting_booking ON project_posting (agreement, booking);

CREATE OR REPLACE TRIGGER project_posting_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON project_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
