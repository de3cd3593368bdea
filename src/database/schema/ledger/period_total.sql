CREATE TABLE period_total (
  agreement        int NOT NULL,
  accounting_year  text NOT NULL,
  period_number    int NOT NULL,
  account_number   int NOT NULL,
  opening          numeric(24, 2) NOT NULL DEFAULT 0,
  debit            numeric(24, 2) NOT NULL DEFAULT 0,
  credit           numeric(24, 2) NOT NULL DEFAULT 0,
  PRIMARY KEY (agreement, accounting_year, period_number, account_number),
  CONSTRAINT period_total_period_number_fk FOREIGN KEY (agreement, accounting_year, period_number)
    REFERENCES accounting_period
);
ALTER TABLE period_total ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE period_total IS
  'Sums in base currency per account and period, kept in the transaction that books. `opening` is the signed sum of '
  'opening entries (types 7 and 8) dated in the period; `debit` and `credit` are everything else, both positive. The '
  'period''s total is opening + debit - credit.';
