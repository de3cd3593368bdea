-- No keys: implied by those that booked entries have, as totals are written by them alone. In a transaction with
-- several bookings every change of a total that one of them has made was looked up again.
CREATE TABLE day_total (
  agreement       int NOT NULL,
  date            date NOT NULL,
  account_number  int NOT NULL,
  debit           numeric(24, 2) NOT NULL,
  credit          numeric(24, 2) NOT NULL,
  PRIMARY KEY (agreement, date, account_number)
);
ALTER TABLE day_total ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE day_total IS
  'What moved on an account on a day, in base currency, opening entries (types 7 and 8) left out; both sums are '
  'positive. They follow the entries by themselves, in the statement that writes them.';
