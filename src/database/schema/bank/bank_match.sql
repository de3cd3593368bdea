CREATE TABLE bank_match (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  bank_account_number  int NOT NULL,
  matched_at           timestamptz NOT NULL,
  app                  int,
  accounting_year      text,
  journal_number       int,
  voucher_number       int CHECK (voucher_number >= 1),
  was_there            boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_match_voucher_is_whole CHECK (num_nulls(accounting_year, journal_number, voucher_number) IN (0, 3)),
  CONSTRAINT bank_match_bank_account_number_fk FOREIGN KEY (agreement, bank_account_number) REFERENCES bank_account,
  CONSTRAINT bank_match_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT bank_match_journal_number_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal
);
ALTER TABLE bank_match ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_match IS
  'Lines of a bank account that belong to entries of the ledger: entries that were there, a voucher made for them, or '
  'both.';
COMMENT ON COLUMN bank_match.app IS 'The app that asked for it.';
COMMENT ON COLUMN bank_match.voucher_number IS
  'Of the voucher made for it, drafted or booked. NULL where entries that were there are all of it.';

COMMENT ON COLUMN bank_match.was_there IS 'The voucher was drafted before, and stays when the match is undone.';

CREATE INDEX bank_match_bank_account_number ON bank_match (agreement, bank_account_number);
CREATE UNIQUE INDEX bank_match_voucher ON bank_match (agreement, voucher_number, journal_number, accounting_year);
CREATE INDEX bank_match_journal_number ON bank_match (agreement, journal_number);
CREATE INDEX bank_match_accounting_year ON bank_match (agreement, accounting_year);
