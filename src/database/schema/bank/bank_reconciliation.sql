CREATE TABLE bank_reconciliation (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  bank_account_number  int NOT NULL,
  date                 date NOT NULL,
  bank_balance         numeric(20, 2) NOT NULL,
  ledger_balance       numeric(20, 2) NOT NULL,
  reconciled_at        timestamptz NOT NULL,
  app                  int,
  report               json NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_reconciliation_bank_account_number_fk FOREIGN KEY (agreement, bank_account_number)
    REFERENCES bank_account
);
ALTER TABLE bank_reconciliation ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_reconciliation IS
  'A day on which an account at a bank was reconciled: nothing up to it changes any more.';
COMMENT ON COLUMN bank_reconciliation.report IS 'What explained the difference, as it was.';

CREATE UNIQUE INDEX bank_reconciliation_day ON bank_reconciliation (agreement, bank_account_number, date);
CREATE INDEX bank_reconciliation_date ON bank_reconciliation (agreement, date);

SELECT keep_trail('bank_reconciliation', 'Reconciliations', '{number}', '{report}');
