-- Large bookings in a third of the time: references, totals and balance are seen to once per booking, not once per entry.

-- What an agreement's booked entries refer to: each thing once, in a row of its own. Foreign keys on the entries themselves cost a
-- look-up for every entry and key, which was most of a large booking. Here they cost one for every thing, and hold for every
-- entry all the same: the trigger below writes the row together with the first entry that needs it; neither entries nor these rows are
-- ever changed or removed. The keys keep the names they had on booked_entry.
CREATE TABLE booked_reference (
  agreement          int NOT NULL,
  booking            int,
  account_number     int,
  accounting_year    text,
  currency           text,
  vat_code           text,
  customer_number    int,
  supplier_number    int,
  department_number  int,
  project_number     int,
  cost_type_number   int,
  unit1_number       int,
  unit2_number       int,
  employee_number    int,
  asset_number       int,
  -- Only tells the rows apart.
  number             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (agreement, number),
  CHECK (num_nonnulls(booking, account_number, accounting_year, currency, vat_code, customer_number, supplier_number,
    department_number, project_number, cost_type_number, unit1_number, unit2_number, employee_number, asset_number) = 1),
  -- Entries come before their booking.
  CONSTRAINT booked_entry_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT booked_entry_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT booked_entry_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT booked_entry_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT booked_entry_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code,
  CONSTRAINT booked_entry_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT booked_entry_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier,
  CONSTRAINT booked_entry_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT booked_entry_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT booked_entry_cost_type_number_fk FOREIGN KEY (agreement, cost_type_number) REFERENCES cost_type,
  CONSTRAINT booked_entry_unit1_number_fk FOREIGN KEY (agreement, unit1_number) REFERENCES unit1,
  CONSTRAINT booked_entry_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit2,
  CONSTRAINT booked_entry_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT booked_entry_asset_number_fk FOREIGN KEY (agreement, asset_number) REFERENCES asset
);
CREATE UNIQUE INDEX booked_reference_booking ON booked_reference (agreement, booking) WHERE booking IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_account ON booked_reference (agreement, account_number) WHERE account_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_accounting_year ON booked_reference (agreement, accounting_year)
  WHERE accounting_year IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_currency ON booked_reference (agreement, currency) WHERE currency IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_vat_code ON booked_reference (agreement, vat_code) WHERE vat_code IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_customer ON booked_reference (agreement, customer_number) WHERE customer_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_supplier ON booked_reference (agreement, supplier_number) WHERE supplier_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_department ON booked_reference (agreement, department_number)
  WHERE department_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_project ON booked_reference (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_cost_type ON booked_reference (agreement, cost_type_number) WHERE cost_type_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_unit1 ON booked_reference (agreement, unit1_number) WHERE unit1_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_unit2 ON booked_reference (agreement, unit2_number) WHERE unit2_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_employee ON booked_reference (agreement, employee_number) WHERE employee_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_asset ON booked_reference (agreement, asset_number) WHERE asset_number IS NOT NULL;
-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE booked_reference ALTER COLUMN agreement SET STATISTICS 0;

-- What was booked before. Every grouping set leaves the columns of the others NULL.
INSERT INTO booked_reference
SELECT e.agreement, e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number, e.supplier_number,
  e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number, e.employee_number, e.asset_number
FROM booked_entry e
GROUP BY e.agreement, GROUPING SETS (e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code,
  e.customer_number, e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number,
  e.unit2_number, e.employee_number, e.asset_number)
HAVING num_nonnulls(e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number, e.supplier_number,
  e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number, e.employee_number, e.asset_number) = 1;

-- A table with checks still to be made could not be altered any more in this transaction.
SET CONSTRAINTS ALL IMMEDIATE;

CREATE TRIGGER booked_reference_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON booked_reference
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON booked_reference FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_reference FROM CURRENT_USER;

CREATE FUNCTION refer_from_entries() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booked_reference
  SELECT e.agreement, e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number,
    e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number,
    e.employee_number, e.asset_number
  FROM (
    SELECT DISTINCT i.agreement, i.booking, i.account_number, i.accounting_year, i.currency, i.vat_code, i.customer_number,
      i.supplier_number, i.department_number, i.project_number, i.cost_type_number, i.unit1_number, i.unit2_number,
      i.employee_number, i.asset_number
    FROM inserted i
  ) AS e
  GROUP BY e.agreement, GROUPING SETS (e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code,
    e.customer_number, e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number,
    e.unit2_number, e.employee_number, e.asset_number)
  HAVING num_nonnulls(e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number,
    e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number,
    e.employee_number, e.asset_number) = 1
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_refers AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refer_from_entries();

ALTER TABLE booked_entry
  DROP CONSTRAINT booked_entry_booking_fk,
  DROP CONSTRAINT booked_entry_account_number_fk,
  DROP CONSTRAINT booked_entry_accounting_year_fk,
  DROP CONSTRAINT booked_entry_currency_fk,
  DROP CONSTRAINT booked_entry_vat_code_fk,
  DROP CONSTRAINT booked_entry_customer_number_fk,
  DROP CONSTRAINT booked_entry_supplier_number_fk,
  DROP CONSTRAINT booked_entry_department_number_fk,
  DROP CONSTRAINT booked_entry_project_number_fk,
  DROP CONSTRAINT booked_entry_cost_type_number_fk,
  DROP CONSTRAINT booked_entry_unit1_number_fk,
  DROP CONSTRAINT booked_entry_unit2_number_fk,
  DROP CONSTRAINT booked_entry_employee_number_fk,
  DROP CONSTRAINT booked_entry_asset_number_fk;

-- Totals of periods follow the entries by themselves too, as those of days did, and both come of one reading. An entry dated in no
-- period of its year is refused.
DROP TRIGGER booked_entry_day_total ON booked_entry;
DROP FUNCTION add_day_totals;
CREATE FUNCTION add_totals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  WITH daily AS MATERIALIZED (
    SELECT i.agreement, i.accounting_year, i.date, i.account_number, i.type IN (7, 8) AS is_opening,
      sum(i.amount_in_base_currency) AS amount, sum(greatest(i.amount_in_base_currency, 0)) AS debit
    FROM inserted i
    GROUP BY i.agreement, i.accounting_year, i.date, i.account_number, i.type IN (7, 8)
  ), days AS (
    INSERT INTO day_total AS t (agreement, date, account_number, debit, credit)
    SELECT d.agreement, d.date, d.account_number, d.debit, d.debit - d.amount
    FROM daily d
    WHERE NOT d.is_opening
    ON CONFLICT (agreement, date, account_number) DO UPDATE
      SET debit = t.debit + excluded.debit, credit = t.credit + excluded.credit
  )
  INSERT INTO period_total AS t (agreement, accounting_year, period_number, account_number, opening, debit, credit)
  SELECT d.agreement, d.accounting_year, p.period_number, d.account_number,
    coalesce(sum(d.amount) FILTER (WHERE d.is_opening), 0),
    coalesce(sum(d.debit) FILTER (WHERE NOT d.is_opening), 0),
    coalesce(sum(d.debit - d.amount) FILTER (WHERE NOT d.is_opening), 0)
  FROM daily d
  LEFT JOIN accounting_period p ON p.agreement = d.agreement AND p.year = d.accounting_year
    AND d.date BETWEEN p.date_from AND p.date_to
  GROUP BY d.agreement, d.accounting_year, p.period_number, d.account_number
  ON CONFLICT (agreement, accounting_year, period_number, account_number) DO UPDATE
    SET opening = t.opening + excluded.opening, debit = t.debit + excluded.debit, credit = t.credit + excluded.credit;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_totals AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION add_totals();

-- Implied by the keys to account, booked_entry and open_item, which begin with the agreement.
ALTER TABLE day_total DROP CONSTRAINT day_total_agreement_fkey;
ALTER TABLE period_total DROP CONSTRAINT period_total_agreement_fkey;
ALTER TABLE open_item DROP CONSTRAINT open_item_agreement_fkey;
ALTER TABLE entry_match DROP CONSTRAINT entry_match_agreement_fkey;

-- As before (0003), reading the new entries once instead of twice.
CREATE OR REPLACE FUNCTION refuse_entries_of_complete_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  filled record;
BEGIN
  FOR filled IN SELECT DISTINCT i.agreement, i.booking FROM inserted i ORDER BY i.agreement, i.booking LOOP
    PERFORM FROM agreement a WHERE a.agreement = filled.agreement FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM booking b WHERE b.agreement = filled.agreement AND b.number = filled.booking) THEN
      RAISE EXCEPTION 'booking % of agreement % is complete and takes no more entries', filled.booking, filled.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_entry_booking_complete';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- As before (0003), with one reading of the entries for their number and their balance. Vouchers are sorted by their numbers first, which
-- tell most of them apart.
CREATE OR REPLACE FUNCTION check_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  previous record;
  found_entries bigint;
  is_balanced boolean;
  voucher record;
BEGIN
  SELECT b.last_entry, b.seal INTO previous
    FROM booking b WHERE b.agreement = NEW.agreement AND b.number = NEW.number - 1;
  IF NOT FOUND THEN
    IF NEW.number > 1 THEN
      RAISE EXCEPTION 'booking % of agreement % does not follow booking %', NEW.number, NEW.agreement, NEW.number - 1
        USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_chain';
    END IF;
    SELECT 0 AS last_entry, decode(repeat('00', 32), 'hex') AS seal INTO previous;
  END IF;
  IF NEW.first_entry <> previous.last_entry + 1 OR NEW.previous_seal <> previous.seal THEN
    RAISE EXCEPTION 'booking % of agreement % does not continue entry % and the seal before it',
      NEW.number, NEW.agreement, previous.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_chain';
  END IF;

  SELECT coalesce(sum(v.entries), 0), coalesce(bool_and(v.difference = 0), true) INTO found_entries, is_balanced
    FROM (
      SELECT count(*) FILTER (WHERE e.booking = NEW.number) AS entries, sum(e.amount_in_base_currency) AS difference
      FROM booked_entry e
      WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
      GROUP BY e.voucher_number, e.accounting_year, e.journal_number
    ) AS v;
  IF found_entries <> NEW.last_entry - NEW.first_entry + 1 THEN
    RAISE EXCEPTION 'booking % of agreement % has % entries where % to % were told',
      NEW.number, NEW.agreement, found_entries, NEW.first_entry, NEW.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_gapless';
  END IF;
  IF EXISTS (SELECT FROM booked_entry e WHERE e.agreement = NEW.agreement AND e.entry_number > NEW.last_entry)
    AND NOT EXISTS (SELECT FROM booking b WHERE b.agreement = NEW.agreement AND b.number = NEW.number + 1) THEN
    RAISE EXCEPTION 'agreement % has entries after booking %, which ends at entry %',
      NEW.agreement, NEW.number, NEW.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_gapless';
  END IF;

  IF NOT is_balanced THEN
    SELECT e.journal_number, e.accounting_year, e.voucher_number, sum(e.amount_in_base_currency) AS difference INTO voucher
      FROM booked_entry e
      WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
      GROUP BY e.voucher_number, e.accounting_year, e.journal_number
      HAVING sum(e.amount_in_base_currency) <> 0
      LIMIT 1;
    RAISE EXCEPTION 'voucher % of journal % in % is out of balance by %',
      voucher.voucher_number, voucher.journal_number, voucher.accounting_year, voucher.difference
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_balance';
  END IF;
  RETURN NULL;
END
$$;
