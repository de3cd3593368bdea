CREATE TABLE reminder (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL CHECK (number >= 1),
  date             date NOT NULL,
  customer_number  int NOT NULL,
  currency         text NOT NULL,
  level            int NOT NULL CHECK (level >= 1),
  fee              numeric(20, 2) NOT NULL,
  compensation     numeric(20, 2) NOT NULL,
  interest         numeric(20, 2) NOT NULL,
  amount           numeric(20, 2) NOT NULL,
  due_date         date NOT NULL,
  booking          int,
  accounting_year  text,
  voucher_number   int,
  letter           text NOT NULL,
  reminded_at      timestamptz NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT reminder_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT reminder_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking
);
ALTER TABLE reminder ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE reminder IS 'A letter that reminds a customer of what is due, and what it was charged for.';
COMMENT ON COLUMN reminder.level IS '1 the first reminder, 2 the second …: that of its item that was reminded of most.';
COMMENT ON COLUMN reminder.amount IS 'What the letter asks for, in its currency.';
COMMENT ON COLUMN reminder.booking IS 'Of its voucher of type 6; NULL: nothing was charged.';
COMMENT ON COLUMN reminder.letter IS 'JSON: everything that the letter is made of, as it was.';

CREATE INDEX reminder_customer_number ON reminder (agreement, customer_number, date);
CREATE INDEX reminder_date ON reminder (agreement, date);
CREATE INDEX reminder_booking ON reminder (agreement, booking) WHERE booking IS NOT NULL;

CREATE OR REPLACE TRIGGER reminder_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON reminder
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
SELECT keep_trail('reminder', 'Reminders', '{number}', '{letter}');
