-- Reversed vouchers, and who settled whom as the booked-entries API shows it. Both stand beside the entries, never in them.

-- A voucher of a journal, reversed by another voucher of the same journal on a date of the caller's.
CREATE TABLE voucher_reversal (
  agreement                  int NOT NULL REFERENCES agreement,
  number                     int NOT NULL CHECK (number >= 1),
  journal_number             int NOT NULL,
  accounting_year            text NOT NULL,
  voucher_number             int NOT NULL,
  reversing_accounting_year  text NOT NULL,
  reversing_voucher_number   int NOT NULL,
  -- The day the reversing voucher is booked on.
  date                       date NOT NULL,
  reversed_at                timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, number),
  CONSTRAINT voucher_reversal_reversing UNIQUE (agreement, journal_number, reversing_accounting_year, reversing_voucher_number),
  CONSTRAINT voucher_reversal_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT voucher_reversal_reversing_year_fk FOREIGN KEY (agreement, reversing_accounting_year) REFERENCES accounting_year
);
CREATE INDEX voucher_reversal_voucher ON voucher_reversal (agreement, journal_number, accounting_year, voucher_number);

-- Which entry reverses which: each is reversed once at most, and reverses one at most. Links are written just before the
-- reversing entries, so that those settle what they reverse before anything else.
CREATE TABLE entry_reversal (
  agreement        int NOT NULL REFERENCES agreement,
  reversed_entry   int NOT NULL,
  reversing_entry  int NOT NULL,
  reversal_number  int NOT NULL,
  PRIMARY KEY (agreement, reversed_entry),
  CONSTRAINT entry_reversal_reversing UNIQUE (agreement, reversing_entry),
  CONSTRAINT entry_reversal_reversed_fk FOREIGN KEY (agreement, reversed_entry) REFERENCES booked_entry,
  CONSTRAINT entry_reversal_reversing_fk FOREIGN KEY (agreement, reversing_entry) REFERENCES booked_entry
    DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT entry_reversal_number_fk FOREIGN KEY (agreement, reversal_number) REFERENCES voucher_reversal,
  CHECK (reversing_entry > reversed_entry)
);
CREATE INDEX entry_reversal_number ON entry_reversal (agreement, reversal_number);

-- Links stand as long as the entries they are of: for good.
CREATE TRIGGER voucher_reversal_immutable BEFORE UPDATE OR DELETE ON voucher_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER entry_reversal_immutable BEFORE UPDATE OR DELETE ON entry_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- A match as the booked-entries API tells it: from the debit to the credit, each with its whole amount.
CREATE VIEW matched_entry_pair AS
  SELECT m.agreement, m.debit_entry AS from_entry, d.date AS from_entry_date, d.amount AS from_entry_amount,
    d.amount_in_base_currency AS from_entry_base_amount, m.credit_entry AS to_entry, c.date AS to_entry_date,
    c.amount AS to_entry_amount, c.amount_in_base_currency AS to_entry_base_amount
  FROM entry_match m
  JOIN booked_entry d ON d.agreement = m.agreement AND d.entry_number = m.debit_entry
  JOIN booked_entry c ON c.agreement = m.agreement AND c.entry_number = m.credit_entry;
