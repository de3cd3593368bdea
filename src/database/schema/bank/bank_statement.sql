CREATE TABLE bank_statement (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  bank_account_number  int NOT NULL,
  from_date            date NOT NULL,
  to_date              date NOT NULL CHECK (to_date >= from_date),
  opening_balance      numeric(20, 2),
  closing_balance      numeric(20, 2),
  lines                int NOT NULL CHECK (lines >= 0),
  already_there        int NOT NULL CHECK (already_there >= 0),
  waiting              int NOT NULL CHECK (waiting >= 0),
  follows_gap          boolean NOT NULL,
  hash                 bytea NOT NULL,
  received_at          timestamptz NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_statement_bank_account_number_fk FOREIGN KEY (agreement, bank_account_number) REFERENCES bank_account,
  CONSTRAINT bank_statement_hash_fk FOREIGN KEY (agreement, hash) REFERENCES bank_file
);
ALTER TABLE bank_statement ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_statement IS 'What a bank says of one account over some days.';
COMMENT ON COLUMN bank_statement.opening_balance IS 'NULL where the file has no balances.';
COMMENT ON COLUMN bank_statement.lines IS 'Lines that came with it and were not there before.';
COMMENT ON COLUMN bank_statement.already_there IS 'Lines that other statements had brought before.';
COMMENT ON COLUMN bank_statement.waiting IS 'Lines that the bank had not carried out, and that were left out.';
COMMENT ON COLUMN bank_statement.follows_gap IS
  'Its opening balance is not what the lines before it come to, and who sent it knew.';
COMMENT ON COLUMN bank_statement.hash IS 'Of the file that it came in.';

CREATE INDEX bank_statement_bank_account_number ON bank_statement (agreement, bank_account_number, to_date);
CREATE INDEX bank_statement_hash ON bank_statement (agreement, hash);
CREATE INDEX bank_statement_from_date ON bank_statement (agreement, from_date);
CREATE INDEX bank_statement_to_date ON bank_statement (agreement, to_date);
