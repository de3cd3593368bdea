-- The ledger: draft entries and their accruals, booked entries, what is open of them, the chain of bookings, the totals.
-- Locks are taken in one order everywhere: agreement, journal, draft entry, accounting year, accounting period, counter.

CREATE TABLE draft_entry (
  agreement               int NOT NULL REFERENCES agreement,
  entry_number            int NOT NULL CHECK (entry_number >= 1),
  entry_type_number       int NOT NULL CHECK (entry_type_number IN (2, 3, 4, 5, 10)),
  journal_number          int NOT NULL,
  voucher_number          int NOT NULL CHECK (voucher_number BETWEEN 0 AND 999999999),
  accounting_year         text NOT NULL,
  date                    date NOT NULL,
  -- The decimal as it was sent; it is rounded to money when it is booked.
  amount                  numeric NOT NULL,
  currency                text NOT NULL,
  -- Units of base currency for 100 of the currency.
  exchange_rate           numeric(18, 6) NOT NULL CHECK (exchange_rate > 0),
  account_number          int,
  contra_account_number   int,
  vat_code                text,
  contra_vat_code         text,
  text                    text,
  project_number          int,
  cost_type_number        int,
  customer_number         int,
  customer_invoice_number text,
  supplier_number         int,
  supplier_invoice_number text,
  supplier_payment_type   int CHECK (supplier_payment_type IN (-1, 1, 2, 5, 7, 10, 17)),
  supplier_payment_bank   text,
  supplier_payment_message text,
  due_date                date,
  department_number       int,
  last_updated            timestamptz NOT NULL DEFAULT now(),
  object_version          bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT draft_entry_of_journal UNIQUE (agreement, journal_number, entry_number),
  CONSTRAINT draft_entry_journal_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal,
  CONSTRAINT draft_entry_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT draft_entry_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT draft_entry_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT draft_entry_contra_account_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT draft_entry_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code,
  CONSTRAINT draft_entry_contra_vat_code_fk FOREIGN KEY (agreement, contra_vat_code) REFERENCES vat_code,
  CONSTRAINT draft_entry_customer_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT draft_entry_supplier_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier,
  CONSTRAINT draft_entry_department_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
CREATE INDEX draft_entry_voucher ON draft_entry (agreement, journal_number, voucher_number);
CREATE INDEX draft_entry_date ON draft_entry (agreement, date);
CREATE INDEX draft_entry_customer ON draft_entry (agreement, customer_number) WHERE customer_number IS NOT NULL;
CREATE INDEX draft_entry_supplier ON draft_entry (agreement, supplier_number) WHERE supplier_number IS NOT NULL;

CREATE TABLE draft_entry_accrual (
  agreement       int NOT NULL REFERENCES agreement,
  journal_number  int NOT NULL,
  entry_number    int NOT NULL,
  account_number  int NOT NULL,
  start_date      date NOT NULL,
  end_date        date NOT NULL,
  -- Calendar months touched.
  months          int NOT NULL GENERATED ALWAYS AS (
    (date_part('year', end_date)::int * 12 + date_part('month', end_date)::int)
    - (date_part('year', start_date)::int * 12 + date_part('month', start_date)::int) + 1
  ) STORED,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, journal_number, entry_number),
  CONSTRAINT draft_entry_accrual_entry_fk FOREIGN KEY (agreement, journal_number, entry_number)
    REFERENCES draft_entry (agreement, journal_number, entry_number) ON DELETE CASCADE,
  CONSTRAINT draft_entry_accrual_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT draft_entry_accrual_end_after_start CHECK (end_date >= start_date)
);

-- One booking: a run of entry numbers, written in one transaction, sealed together with the seal before it.
CREATE TABLE booking (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  -- NULL where the booking came from no journal (opening entries).
  journal_number  int,
  first_entry     int NOT NULL CHECK (first_entry >= 1),
  last_entry      int NOT NULL,
  previous_seal   bytea NOT NULL CHECK (length(previous_seal) = 32),
  seal            bytea NOT NULL CHECK (length(seal) = 32),
  booked_at       timestamptz NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT booking_first_entry UNIQUE (agreement, first_entry),
  CHECK (last_entry >= first_entry)
);

-- A posting that stands for good. Positive is debit, negative is credit.
CREATE TABLE booked_entry (
  agreement               int NOT NULL REFERENCES agreement,
  entry_number            int NOT NULL CHECK (entry_number >= 1),
  booking                 int NOT NULL,
  -- 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder,
  -- 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice.
  type                    int NOT NULL CHECK (type BETWEEN 0 AND 10),
  account_number          int NOT NULL,
  date                    date NOT NULL,
  accounting_year         text NOT NULL,
  journal_number          int,
  voucher_number          int NOT NULL CHECK (voucher_number BETWEEN 0 AND 999999999),
  amount                  numeric(20, 2) NOT NULL,
  amount_in_base_currency numeric(20, 2) NOT NULL,
  currency                text NOT NULL,
  exchange_rate           numeric(18, 6) NOT NULL,
  text                    text,
  vat_code                text,
  customer_number         int,
  customer_invoice_number int,
  supplier_number         int,
  supplier_invoice_number text,
  due_date                date,
  project_number          int,
  cost_type_number        int,
  department_number       int,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT booked_entry_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT booked_entry_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT booked_entry_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT booked_entry_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT booked_entry_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code,
  CONSTRAINT booked_entry_customer_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT booked_entry_supplier_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier,
  CONSTRAINT booked_entry_department_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
CREATE INDEX booked_entry_date ON booked_entry (agreement, date, account_number) INCLUDE (amount_in_base_currency, type);
CREATE INDEX booked_entry_account ON booked_entry (agreement, account_number, date);
CREATE INDEX booked_entry_voucher ON booked_entry (agreement, voucher_number, journal_number);
CREATE INDEX booked_entry_customer ON booked_entry (agreement, customer_number) WHERE customer_number IS NOT NULL;
CREATE INDEX booked_entry_supplier ON booked_entry (agreement, supplier_number) WHERE supplier_number IS NOT NULL;
CREATE INDEX booked_entry_customer_invoice ON booked_entry (agreement, customer_invoice_number)
  WHERE customer_invoice_number IS NOT NULL;
CREATE INDEX booked_entry_supplier_invoice ON booked_entry (agreement, fold(supplier_invoice_number))
  WHERE supplier_invoice_number IS NOT NULL;

-- What is still open of a booked entry that carries a party, in base currency, with the entry's sign. The sum per party
-- equals the party's balance: a settlement takes the same amount from a debit and from a credit.
CREATE TABLE open_item (
  agreement        int NOT NULL REFERENCES agreement,
  entry_number     int NOT NULL,
  customer_number  int,
  supplier_number  int,
  invoice_number   text,
  date             date NOT NULL,
  remainder        numeric(20, 2) NOT NULL,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT open_item_entry_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CHECK (num_nonnulls(customer_number, supplier_number) = 1)
);
CREATE INDEX open_item_customer ON open_item (agreement, customer_number, invoice_number)
  WHERE remainder <> 0 AND customer_number IS NOT NULL;
CREATE INDEX open_item_supplier ON open_item (agreement, supplier_number, invoice_number)
  WHERE remainder <> 0 AND supplier_number IS NOT NULL;

-- Which credit settled which debit, and with how much of the base currency.
CREATE TABLE entry_match (
  agreement     int NOT NULL REFERENCES agreement,
  debit_entry   int NOT NULL,
  credit_entry  int NOT NULL,
  amount        numeric(20, 2) NOT NULL CHECK (amount > 0),
  matched_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, debit_entry, credit_entry),
  CONSTRAINT entry_match_debit_fk FOREIGN KEY (agreement, debit_entry) REFERENCES open_item,
  CONSTRAINT entry_match_credit_fk FOREIGN KEY (agreement, credit_entry) REFERENCES open_item
);
CREATE INDEX entry_match_credit ON entry_match (agreement, credit_entry);

-- Sums in base currency per account and period, kept in the transaction that books. `opening` is the signed sum of
-- opening entries (types 7 and 8) dated in the period; `debit` and `credit` are everything else, both positive.
-- The period's total is opening + debit - credit.
CREATE TABLE period_total (
  agreement        int NOT NULL REFERENCES agreement,
  accounting_year  text NOT NULL,
  period_number    int NOT NULL,
  account_number   int NOT NULL,
  opening          numeric(24, 2) NOT NULL DEFAULT 0,
  debit            numeric(24, 2) NOT NULL DEFAULT 0,
  credit           numeric(24, 2) NOT NULL DEFAULT 0,
  PRIMARY KEY (agreement, accounting_year, period_number, account_number),
  CONSTRAINT period_total_period_fk FOREIGN KEY (agreement, accounting_year, period_number) REFERENCES accounting_period,
  CONSTRAINT period_total_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);

-- Booked entries and bookings stand for good: nobody changes or removes them, the owner of the tables included.
CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: booked rows are never changed or removed; correct them with a reversing voucher',
    TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_immutable';
END
$$;
CREATE TRIGGER booked_entry_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON booked_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER booking_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
-- UPDATE stays granted to the owner, because the foreign keys' own row locks need it; the triggers refuse it.
REVOKE ALL ON booked_entry, booking FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_entry, booking FROM CURRENT_USER;

-- Entries come first, then their booking: a booking that exists takes no more entries. With the agreement's row locked,
-- two transactions cannot fill the same booking without seeing each other.
CREATE FUNCTION refuse_entries_of_complete_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  complete record;
BEGIN
  PERFORM 1 FROM agreement a WHERE a.agreement IN (SELECT i.agreement FROM inserted i)
    ORDER BY a.agreement FOR NO KEY UPDATE;
  SELECT b.agreement, b.number INTO complete
    FROM (SELECT DISTINCT i.agreement, i.booking FROM inserted i) AS i
    JOIN booking b ON b.agreement = i.agreement AND b.number = i.booking
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'booking % of agreement % is complete and takes no more entries', complete.number, complete.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_entry_booking_complete';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_booking_complete AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_complete_booking();

-- At commit, once per booking: it follows the booking before it, its entries are there without a gap, and every voucher
-- among them sums to 0.00 in base currency.
CREATE FUNCTION check_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  previous record;
  found_entries bigint;
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

  SELECT count(*) INTO found_entries FROM booked_entry e
    WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
      AND e.booking = NEW.number;
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

  SELECT e.journal_number, e.accounting_year, e.voucher_number, sum(e.amount_in_base_currency) AS difference INTO voucher
    FROM booked_entry e
    WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
    GROUP BY e.journal_number, e.accounting_year, e.voucher_number
    HAVING sum(e.amount_in_base_currency) <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'voucher % of journal % in % is out of balance by %',
      voucher.voucher_number, voucher.journal_number, voucher.accounting_year, voucher.difference
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_balance';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER booking_checked AFTER INSERT ON booking
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_booking();
