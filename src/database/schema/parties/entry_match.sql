CREATE TABLE entry_match (
  agreement      int NOT NULL,
  debit_entry    int NOT NULL,
  credit_entry   int NOT NULL,
  amount         numeric(20, 2) NOT NULL,
  matched_at     timestamptz NOT NULL DEFAULT now(),
  number         int NOT NULL,
  date           date NOT NULL,
  debit_amount   numeric(20, 2) NOT NULL,
  credit_amount  numeric(20, 2) NOT NULL,
  booking        int,
  belongs_to     int,
  takes_back     int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT entry_match_debit_entry_fk FOREIGN KEY (agreement, debit_entry) REFERENCES open_item,
  CONSTRAINT entry_match_credit_entry_fk FOREIGN KEY (agreement, credit_entry) REFERENCES open_item,
  CONSTRAINT entry_match_taken_back_once UNIQUE (agreement, takes_back),
  CONSTRAINT entry_match_belongs_to_fk FOREIGN KEY (agreement, belongs_to) REFERENCES entry_match,
  CONSTRAINT entry_match_takes_back_fk FOREIGN KEY (agreement, takes_back) REFERENCES entry_match,
  CONSTRAINT entry_match_direction CHECK (
CASE
    WHEN takes_back IS NULL THEN amount >= 0 AND debit_amount >= 0 AND credit_amount >= 0
      AND (amount + debit_amount + credit_amount) > 0
    ELSE amount <= 0 AND debit_amount <= 0 AND credit_amount <= 0
END)
);
ALTER TABLE entry_match ALTER agreement SET STATISTICS 0;
REVOKE ALL ON entry_match FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON entry_match FROM CURRENT_USER;

COMMENT ON TABLE entry_match IS
  'Which credit settled which debit, and with how much. Taking it back is a row, too: the same amounts with the '
  'other sign. Rows are never changed, so they are the log (rules 7.3, 9.2).';
COMMENT ON COLUMN entry_match.date IS 'The day it counts from: that of the latest entry named.';
COMMENT ON COLUMN entry_match.debit_amount IS
  'What it takes of the debit and of the credit, each in its entry''s currency; `amount` is in base currency.';
COMMENT ON COLUMN entry_match.booking IS 'The booking that made it; NULL where it was asked for.';
COMMENT ON COLUMN entry_match.belongs_to IS
  'The match that it came with: one of an exchange difference, which goes when that goes.';
COMMENT ON COLUMN entry_match.takes_back IS 'The match that it takes back.';

CREATE INDEX entry_match_credit ON entry_match (agreement, credit_entry);
CREATE INDEX entry_match_debit ON entry_match (agreement, debit_entry, credit_entry);
CREATE INDEX entry_match_date ON entry_match (agreement, date);
CREATE INDEX entry_match_belongs_to ON entry_match (agreement, belongs_to) WHERE belongs_to IS NOT NULL;

CREATE OR REPLACE TRIGGER entry_match_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON entry_match
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER entry_match_closed_year AFTER INSERT ON entry_match REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_matches_of_closed_year();
