CREATE TABLE reminder_setup (
  agreement                int PRIMARY KEY REFERENCES agreement,
  levels                   int NOT NULL CHECK (levels BETWEEN 1 AND 9),
  days_between             int NOT NULL CHECK (days_between BETWEEN 1 AND 365),
  fee                      numeric(20, 2) NOT NULL CHECK (fee >= 0),
  compensation             numeric(20, 2) NOT NULL CHECK (compensation >= 0),
  fee_account_number       int,
  interest_account_number  int,
  rates                    json NOT NULL,
  texts                    json NOT NULL,
  CONSTRAINT reminder_setup_fee_account_number_fk FOREIGN KEY (agreement, fee_account_number) REFERENCES account,
  CONSTRAINT reminder_setup_interest_account_number_fk
    FOREIGN KEY (agreement, interest_account_number) REFERENCES account
);
ALTER TABLE reminder_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE reminder_setup IS 'How customers are reminded of what they owe: one row each agreement.';
COMMENT ON COLUMN reminder_setup.levels IS 'How often an item is reminded of at most.';
COMMENT ON COLUMN reminder_setup.days_between IS
  'Between two reminders of a customer, at least; and until a reminder is due.';
COMMENT ON COLUMN reminder_setup.compensation IS 'Of businesses, once for an item: with its first reminder.';
COMMENT ON COLUMN reminder_setup.rates IS 'Interest of a year in per cent, each from a day on.';
COMMENT ON COLUMN reminder_setup.texts IS 'What letters say, by level.';

CREATE INDEX reminder_setup_fee_account_number ON reminder_setup (agreement, fee_account_number);
CREATE INDEX reminder_setup_interest_account_number ON reminder_setup (agreement, interest_account_number);

SELECT keep_trail('reminder_setup', 'ReminderSetup', '{}');
