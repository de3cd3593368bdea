CREATE TABLE bank_account (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  account_number       int NOT NULL,
  name                 text NOT NULL,
  iban                 text,
  bic                  text,
  registration_number  text,
  bank_account_number  text,
  journal_number       int,
  last_updated         timestamptz NOT NULL DEFAULT now(),
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  auto_accept_entries  text CONSTRAINT bank_account_auto_accept_entries CHECK (auto_accept_entries = 'sure'),
  auto_accept_items    text CONSTRAINT bank_account_auto_accept_items CHECK (auto_accept_items = 'sure'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_account_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT bank_account_journal_number_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal
);
ALTER TABLE bank_account ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_account IS 'An account at a bank, and the account of the ledger that it is kept on.';
COMMENT ON COLUMN bank_account.iban IS 'Without spaces, in capitals.';
COMMENT ON COLUMN bank_account.journal_number IS 'Where vouchers of its lines are drafted.';
COMMENT ON COLUMN bank_account.auto_accept_entries IS
  'sure: lines that are surely of an entry or a draft are matched with it as soon as their statement is read.';
COMMENT ON COLUMN bank_account.auto_accept_items IS 'The same of open items that lines surely pay.';

CREATE UNIQUE INDEX bank_account_account_number_unique ON bank_account (agreement, account_number);
CREATE UNIQUE INDEX bank_account_iban_unique ON bank_account (agreement, fold(iban));
CREATE INDEX bank_account_journal_number ON bank_account (agreement, journal_number);

SELECT keep_trail('bank_account', 'BankAccounts', '{number}');
