CREATE TABLE voucher_reversal (
  agreement                  int NOT NULL REFERENCES agreement,
  number                     int NOT NULL CHECK (number >= 1),
  journal_number             int,
  accounting_year            text NOT NULL,
  voucher_number             int NOT NULL,
  reversing_accounting_year  text NOT NULL,
  reversing_voucher_number   int NOT NULL,
  date                       date NOT NULL,
  reversed_at                timestamptz NOT NULL DEFAULT now(),
  booking                    int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT voucher_reversal_reversing UNIQUE (agreement, journal_number, reversing_accounting_year,
    reversing_voucher_number),
  CONSTRAINT voucher_reversal_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT voucher_reversal_reversing_accounting_year_fk FOREIGN KEY (agreement, reversing_accounting_year)
    REFERENCES accounting_year
);
ALTER TABLE voucher_reversal ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE voucher_reversal IS
  'A voucher, reversed by another one of the same journal, or of no journal as it is, on a date of the caller''s.';
COMMENT ON COLUMN voucher_reversal.journal_number IS 'NULL: the vouchers are of no journal, as those of reminders.';
COMMENT ON COLUMN voucher_reversal.date IS 'The day the reversing voucher is booked on.';
COMMENT ON COLUMN voucher_reversal.booking IS
  'The booking of the voucher that it takes back (rule 5.1). NULL where one made before took back several.';

CREATE INDEX voucher_reversal_voucher ON voucher_reversal (agreement, journal_number, accounting_year, voucher_number);

-- Links stand as long as the entries they are of: for good.
CREATE OR REPLACE TRIGGER voucher_reversal_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON voucher_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
