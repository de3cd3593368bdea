CREATE TABLE reminder_item (
  agreement        int NOT NULL REFERENCES agreement,
  entry_number     int NOT NULL,
  reminder_number  int NOT NULL,
  remainder        numeric(20, 2) NOT NULL,
  interest_from    date NOT NULL,
  interest_to      date NOT NULL CHECK (interest_to >= interest_from),
  interest         numeric(20, 2) NOT NULL,
  PRIMARY KEY (agreement, entry_number, reminder_number),
  CONSTRAINT reminder_item_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CONSTRAINT reminder_item_reminder_number_fk FOREIGN KEY (agreement, reminder_number) REFERENCES reminder
);
ALTER TABLE reminder_item ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE reminder_item IS 'An open item that a reminder was about.';
COMMENT ON COLUMN reminder_item.remainder IS 'What was open of it, in its currency.';
COMMENT ON COLUMN reminder_item.interest_to IS
  'Interest was counted from the day after interest_from up to and with this day.';

CREATE INDEX reminder_item_reminder_number ON reminder_item (agreement, reminder_number);

CREATE OR REPLACE TRIGGER reminder_item_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON reminder_item
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
