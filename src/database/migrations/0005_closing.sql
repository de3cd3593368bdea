-- Closed years stay closed and take nothing; totals per day, so that balances of any days are read without entries.

-- Closed is final (rule 8.2).
CREATE FUNCTION refuse_reopening() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'accounting year % of agreement % is closed for good', OLD.year, OLD.agreement
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_closed';
END
$$;
CREATE TRIGGER accounting_year_closed BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (OLD.is_closed AND NOT NEW.is_closed) EXECUTE FUNCTION refuse_reopening();
CREATE TRIGGER accounting_period_closed BEFORE UPDATE ON accounting_period
  FOR EACH ROW WHEN (OLD.is_closed AND NOT NEW.is_closed) EXECUTE FUNCTION refuse_reopening();

-- The agreement's row is locked by then (booked_entry_booking_complete), as it is by who closes a year.
CREATE FUNCTION refuse_entries_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  closed record;
BEGIN
  SELECT y.agreement, y.year INTO closed
    FROM (SELECT DISTINCT i.agreement, i.accounting_year FROM inserted i) AS i
    JOIN accounting_year y ON y.agreement = i.agreement AND y.year = i.accounting_year
    WHERE y.is_closed
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'accounting year % of agreement % is closed and takes no more entries', closed.year, closed.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_entry_year_closed';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_closed_year AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_closed_year();

-- What moved on an account on a day, in base currency, opening entries (types 7 and 8) left out; both sums are positive. They follow
-- the entries by themselves, in the statement that writes them.
CREATE TABLE day_total (
  agreement       int NOT NULL REFERENCES agreement,
  date            date NOT NULL,
  account_number  int NOT NULL,
  debit           numeric(24, 2) NOT NULL,
  credit          numeric(24, 2) NOT NULL,
  PRIMARY KEY (agreement, date, account_number),
  CONSTRAINT day_total_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);

CREATE FUNCTION add_day_totals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_total AS t (agreement, date, account_number, debit, credit)
  SELECT i.agreement, i.date, i.account_number, sum(greatest(i.amount_in_base_currency, 0)),
    sum(greatest(-i.amount_in_base_currency, 0))
  FROM inserted i
  WHERE i.type NOT IN (7, 8)
  GROUP BY i.agreement, i.date, i.account_number
  ON CONFLICT (agreement, date, account_number) DO UPDATE
    SET debit = t.debit + excluded.debit, credit = t.credit + excluded.credit;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_day_total AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION add_day_totals();

INSERT INTO day_total (agreement, date, account_number, debit, credit)
SELECT e.agreement, e.date, e.account_number, sum(greatest(e.amount_in_base_currency, 0)),
  sum(greatest(-e.amount_in_base_currency, 0))
FROM booked_entry e
WHERE e.type NOT IN (7, 8)
GROUP BY e.agreement, e.date, e.account_number;
