-- Open items in their currency and in base currency; matches that count from a day, and can be taken back (rules 7.3, 9.2).
-- A match is a row, and so is taking it back: the same amounts with the other sign. Rows are never changed, so they are the log.

ALTER TABLE open_item ADD currency text, ADD remainder_in_currency numeric(20, 2);
COMMENT ON COLUMN open_item.remainder IS 'In base currency';

ALTER TABLE entry_match
  ADD number int,
  -- The day it counts from: that of the latest entry named.
  ADD date date,
  -- What it takes of the debit and of the credit, each in its entry's currency; `amount` is in base currency.
  ADD debit_amount numeric(20, 2),
  ADD credit_amount numeric(20, 2),
  -- The booking that made it; NULL where it was asked for.
  ADD booking int,
  -- The match that it came with: one of an exchange difference, which goes when that goes.
  ADD belongs_to int,
  -- The match that it takes back.
  ADD takes_back int;

-- Matches made before were in base currency: what they took of an entry's currency is its share of the amount, so that the shares sum to
-- what is not open any more.
WITH side AS (
  SELECT m.agreement, m.debit_entry, m.credit_entry, true AS is_debit, m.debit_entry AS entry_number, m.amount FROM entry_match m
  UNION ALL
  SELECT m.agreement, m.debit_entry, m.credit_entry, false, m.credit_entry, m.amount FROM entry_match m
), run AS (
  SELECT s.*, abs(e.amount) AS whole, abs(e.amount_in_base_currency) AS base,
    sum(s.amount) OVER (PARTITION BY s.agreement, s.entry_number ORDER BY s.debit_entry, s.credit_entry) AS until
  FROM side s JOIN booked_entry e ON e.agreement = s.agreement AND e.entry_number = s.entry_number
), taken AS (
  SELECT r.agreement, r.debit_entry, r.credit_entry, r.is_debit,
    round(r.whole * r.until / r.base, 2) - round(r.whole * (r.until - r.amount) / r.base, 2) AS amount
  FROM run r
)
UPDATE entry_match m SET debit_amount = d.amount, credit_amount = c.amount, date = greatest(de.date, ce.date)
FROM taken d, taken c, booked_entry de, booked_entry ce
WHERE d.agreement = m.agreement AND d.debit_entry = m.debit_entry AND d.credit_entry = m.credit_entry AND d.is_debit
  AND c.agreement = m.agreement AND c.debit_entry = m.debit_entry AND c.credit_entry = m.credit_entry AND NOT c.is_debit
  AND de.agreement = m.agreement AND de.entry_number = m.debit_entry
  AND ce.agreement = m.agreement AND ce.entry_number = m.credit_entry;
UPDATE entry_match m SET number = n.number
FROM (
  SELECT o.agreement, o.debit_entry, o.credit_entry,
    row_number() OVER (PARTITION BY o.agreement ORDER BY o.matched_at, o.debit_entry, o.credit_entry) AS number
  FROM entry_match o
) AS n
WHERE n.agreement = m.agreement AND n.debit_entry = m.debit_entry AND n.credit_entry = m.credit_entry;
INSERT INTO counter (agreement, name, value) SELECT m.agreement, 'entry_match', max(m.number) FROM entry_match m GROUP BY m.agreement;

UPDATE open_item o SET currency = e.currency, remainder_in_currency = e.amount - coalesce(taken.amount, 0)
FROM booked_entry e
LEFT JOIN (
  SELECT both_sides.agreement, both_sides.entry_number, sum(both_sides.amount) AS amount FROM (
    SELECT m.agreement, m.debit_entry AS entry_number, m.debit_amount AS amount FROM entry_match m
    UNION ALL SELECT m.agreement, m.credit_entry, -m.credit_amount FROM entry_match m
  ) AS both_sides GROUP BY both_sides.agreement, both_sides.entry_number
) AS taken ON taken.agreement = e.agreement AND taken.entry_number = e.entry_number
WHERE e.agreement = o.agreement AND e.entry_number = o.entry_number;

ALTER TABLE open_item ALTER COLUMN currency SET NOT NULL, ALTER COLUMN remainder_in_currency SET NOT NULL;
DROP INDEX open_item_customer, open_item_supplier;
CREATE INDEX open_item_customer ON open_item (agreement, customer_number, invoice_number)
  WHERE (remainder <> 0 OR remainder_in_currency <> 0) AND customer_number IS NOT NULL;
CREATE INDEX open_item_supplier ON open_item (agreement, supplier_number, invoice_number)
  WHERE (remainder <> 0 OR remainder_in_currency <> 0) AND supplier_number IS NOT NULL;

ALTER TABLE entry_match DROP CONSTRAINT entry_match_pkey, DROP CONSTRAINT entry_match_amount_check;
ALTER TABLE entry_match
  ALTER COLUMN number SET NOT NULL, ALTER COLUMN date SET NOT NULL,
  ALTER COLUMN debit_amount SET NOT NULL, ALTER COLUMN credit_amount SET NOT NULL,
  ADD PRIMARY KEY (agreement, number),
  ADD CONSTRAINT entry_match_taken_back_once UNIQUE (agreement, takes_back),
  ADD CONSTRAINT entry_match_belongs_to_fk FOREIGN KEY (agreement, belongs_to) REFERENCES entry_match,
  ADD CONSTRAINT entry_match_takes_back_fk FOREIGN KEY (agreement, takes_back) REFERENCES entry_match,
  ADD CONSTRAINT entry_match_direction CHECK (CASE WHEN takes_back IS NULL
    THEN amount >= 0 AND debit_amount >= 0 AND credit_amount >= 0 AND amount + debit_amount + credit_amount > 0
    ELSE amount <= 0 AND debit_amount <= 0 AND credit_amount <= 0 END);
CREATE INDEX entry_match_debit ON entry_match (agreement, debit_entry, credit_entry);
CREATE INDEX entry_match_date ON entry_match (agreement, date);
CREATE INDEX entry_match_belongs_to ON entry_match (agreement, belongs_to) WHERE belongs_to IS NOT NULL;

CREATE TRIGGER entry_match_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_match
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON entry_match FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON entry_match FROM CURRENT_USER;

-- The lists of a closed year stay what they are. The agreement's row is locked by who matches, as by who closes a year.
CREATE FUNCTION refuse_matches_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  closed record;
BEGIN
  SELECT y.agreement, y.year INTO closed
    FROM (SELECT DISTINCT i.agreement, i.date FROM inserted i) AS i
    JOIN accounting_year y ON y.agreement = i.agreement AND i.date BETWEEN y.date_from AND y.date_to
    WHERE y.is_closed
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'accounting year % of agreement % is closed and takes no more matches', closed.year, closed.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_match_year_closed';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER entry_match_closed_year AFTER INSERT ON entry_match
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_matches_of_closed_year();

-- As before (0004), each pair once, and those taken back no more.
CREATE OR REPLACE VIEW matched_entry_pair AS
  SELECT m.agreement, m.debit_entry AS from_entry, d.date AS from_entry_date, d.amount AS from_entry_amount,
    d.amount_in_base_currency AS from_entry_base_amount, m.credit_entry AS to_entry, c.date AS to_entry_date,
    c.amount AS to_entry_amount, c.amount_in_base_currency AS to_entry_base_amount
  FROM (
    SELECT p.agreement, p.debit_entry, p.credit_entry FROM entry_match p
    GROUP BY p.agreement, p.debit_entry, p.credit_entry
    HAVING sum(p.amount) <> 0 OR sum(p.debit_amount) <> 0 OR sum(p.credit_amount) <> 0
  ) AS m
  JOIN booked_entry d ON d.agreement = m.agreement AND d.entry_number = m.debit_entry
  JOIN booked_entry c ON c.agreement = m.agreement AND c.entry_number = m.credit_entry;
