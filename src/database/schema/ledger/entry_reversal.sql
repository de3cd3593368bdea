CREATE TABLE entry_reversal (
  agreement        int NOT NULL REFERENCES agreement,
  reversed_entry   int NOT NULL,
  reversing_entry  int NOT NULL,
  reversal_number  int NOT NULL,
  PRIMARY KEY (agreement, reversed_entry),
  CHECK (reversing_entry > reversed_entry),
  CONSTRAINT entry_reversal_reversing UNIQUE (agreement, reversing_entry),
  CONSTRAINT entry_reversal_reversed_entry_fk FOREIGN KEY (agreement, reversed_entry) REFERENCES booked_entry,
  CONSTRAINT entry_reversal_reversing_entry_fk FOREIGN KEY (agreement, reversing_entry)
    REFERENCES booked_entry DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT entry_reversal_reversal_number_fk FOREIGN KEY (agreement, reversal_number) REFERENCES voucher_reversal
);
ALTER TABLE entry_reversal ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE entry_reversal IS
  'Which entry reverses which: each is reversed once at most, and reverses one at most. Links are written just '
  'before the reversing entries, so that those settle what they reverse before anything else.';

CREATE INDEX entry_reversal_number ON entry_reversal (agreement, reversal_number);

CREATE OR REPLACE TRIGGER entry_reversal_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON entry_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
