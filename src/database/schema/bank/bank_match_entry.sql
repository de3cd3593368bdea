CREATE TABLE bank_match_entry (
  agreement     int NOT NULL REFERENCES agreement,
  match_number  int NOT NULL,
  entry_number  int NOT NULL,
  PRIMARY KEY (agreement, match_number, entry_number),
  CONSTRAINT bank_match_entry_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match
    ON DELETE CASCADE,
  CONSTRAINT bank_match_entry_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
ALTER TABLE bank_match_entry ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_match_entry IS
  'A booked entry of the bank''s account that lines of the bank belong to, and that was there before they were '
  'matched.';

CREATE UNIQUE INDEX bank_match_entry_entry_number_unique ON bank_match_entry (agreement, entry_number);
