CREATE TABLE bank_line (
  agreement             int NOT NULL REFERENCES agreement,
  number                int NOT NULL CHECK (number >= 1),
  bank_account_number   int NOT NULL,
  statement_number      int NOT NULL,
  place                 int NOT NULL CHECK (place >= 1),
  date                  date NOT NULL,
  value_date            date NOT NULL,
  amount                numeric(20, 2) NOT NULL,
  text                  text NOT NULL CHECK (length(text) <= 500),
  counterparty_name     text CHECK (length(counterparty_name) <= 140),
  counterparty_account  text CHECK (length(counterparty_account) <= 140),
  reference             text CHECK (length(reference) <= 140),
  end_to_end_id         text CHECK (length(end_to_end_id) <= 140),
  bank_reference        text CHECK (length(bank_reference) <= 140),
  original_amount       numeric(20, 2),
  original_currency     text CHECK (original_currency ~ '^[A-Z]{3}$'),
  payments              int CHECK (payments >= 2),
  match_number          int,
  ignored_reason        text CHECK (length(ignored_reason) <= 250),
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_line_bank_account_number_fk FOREIGN KEY (agreement, bank_account_number) REFERENCES bank_account,
  CONSTRAINT bank_line_statement_number_fk FOREIGN KEY (agreement, statement_number) REFERENCES bank_statement,
  CONSTRAINT bank_line_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match
);
ALTER TABLE bank_line ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_line IS
  'What a bank has carried out on one of its accounts. Only what it belongs to in the ledger ever changes.';
COMMENT ON COLUMN bank_line.amount IS 'In the account''s currency; what came in is positive.';
COMMENT ON COLUMN bank_line.place IS 'In its statement.';
COMMENT ON COLUMN bank_line.bank_reference IS 'The bank''s own, of this line alone. NULL where there is none.';
COMMENT ON COLUMN bank_line.payments IS 'How many payments it holds, where the bank gave one amount for all.';
COMMENT ON COLUMN bank_line.ignored_reason IS 'Why it belongs to nothing in the ledger.';

CREATE INDEX bank_line_bank_account_number ON bank_line (agreement, bank_account_number, date, amount);
CREATE INDEX bank_line_statement_number ON bank_line (agreement, statement_number, place);
CREATE INDEX bank_line_date ON bank_line (agreement, date, number);
CREATE INDEX bank_line_amount ON bank_line (agreement, amount, number);
CREATE INDEX bank_line_text ON bank_line (agreement, fold(text), number);
CREATE INDEX bank_line_match_number ON bank_line (agreement, match_number) WHERE match_number IS NOT NULL;
-- What waits for a bookkeeper, found however many lines there are.
CREATE INDEX bank_line_unmatched ON bank_line (agreement, bank_account_number, date)
  WHERE match_number IS NULL AND ignored_reason IS NULL;
