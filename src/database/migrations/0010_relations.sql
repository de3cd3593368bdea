-- References that the declarations tell: each has a foreign key named after its column, and an index where rows are many.

-- <table>_<column>_fk, by the referring column: what a violated key means is read from its name.
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN
    SELECT c.conrelid::regclass AS owner, c.conname AS name, format('%s_%s_fk', r.relname, a.attname) AS wanted
    FROM pg_constraint c
    JOIN pg_class r ON r.oid = c.conrelid
    JOIN pg_attribute a ON a.attrelid = c.conrelid
      AND a.attnum = c.conkey[CASE c.conname WHEN 'project_main_project_fk' THEN 2 ELSE cardinality(c.conkey) END]
    WHERE c.contype = 'f' AND r.relnamespace = current_schema()::regnamespace AND cardinality(c.conkey) > 1
  LOOP
    IF key.name <> key.wanted THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', key.owner, key.name, key.wanted);
    END IF;
  END LOOP;
END
$$;

-- <table>_<column>_unique, by the column whose value may be there once.
ALTER INDEX supplier_contact_name RENAME TO supplier_contact_name_unique;
ALTER TABLE exchange_rate RENAME CONSTRAINT exchange_rate_currency_date TO exchange_rate_date_unique;

-- Accounts that named a VAT account or a currency which has gone since name none.
UPDATE account a SET vat_account_number = NULL
  WHERE a.vat_account_number IS NOT NULL
    AND NOT EXISTS (SELECT FROM account x WHERE x.agreement = a.agreement AND x.number = a.vat_account_number);
UPDATE account a SET currency = NULL
  WHERE a.currency IS NOT NULL
    AND NOT EXISTS (SELECT FROM currency x WHERE x.agreement = a.agreement AND x.code = a.currency);
ALTER TABLE account
  ADD CONSTRAINT account_vat_account_number_fk FOREIGN KEY (agreement, vat_account_number) REFERENCES account,
  ADD CONSTRAINT account_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency;

-- Whether a row is in use is asked by these, when it is deleted.
CREATE INDEX account_of_vat_account ON account (agreement, vat_account_number) WHERE vat_account_number IS NOT NULL;
CREATE INDEX account_of_contra_account ON account (agreement, contra_account_number) WHERE contra_account_number IS NOT NULL;
CREATE INDEX account_of_total_from ON account (agreement, total_from_account_number) WHERE total_from_account_number IS NOT NULL;
CREATE INDEX account_of_opening_account ON account (agreement, opening_account_number) WHERE opening_account_number IS NOT NULL;
CREATE INDEX account_of_realisation_account ON account (agreement, realisation_account_number)
  WHERE realisation_account_number IS NOT NULL;
CREATE INDEX account_of_vat_code ON account (agreement, vat_code) WHERE vat_code IS NOT NULL;
CREATE INDEX account_of_currency ON account (agreement, currency) WHERE currency IS NOT NULL;
CREATE INDEX customer_of_currency ON customer (agreement, currency);
CREATE INDEX customer_of_payment_term ON customer (agreement, payment_term_number) WHERE payment_term_number IS NOT NULL;
CREATE INDEX customer_of_contra_account ON customer (agreement, contra_account_number) WHERE contra_account_number IS NOT NULL;
CREATE INDEX supplier_of_currency ON supplier (agreement, currency);
CREATE INDEX supplier_of_payment_term ON supplier (agreement, payment_term_number) WHERE payment_term_number IS NOT NULL;
CREATE INDEX supplier_of_contra_account ON supplier (agreement, contra_account_number) WHERE contra_account_number IS NOT NULL;
CREATE INDEX supplier_of_attention ON supplier (agreement, attention_number) WHERE attention_number IS NOT NULL;
CREATE INDEX draft_entry_account ON draft_entry (agreement, account_number) WHERE account_number IS NOT NULL;
CREATE INDEX draft_entry_contra_account ON draft_entry (agreement, contra_account_number) WHERE contra_account_number IS NOT NULL;
CREATE INDEX draft_entry_accrual_account ON draft_entry_accrual (agreement, account_number);

-- Whether an account is entered on the credit side has a third answer: it has no side. A chart that marks none has said so of none.
ALTER TABLE account ALTER COLUMN is_credit DROP NOT NULL, ALTER COLUMN is_credit DROP DEFAULT;
UPDATE account a SET is_credit = NULL
  WHERE NOT EXISTS (SELECT FROM account x WHERE x.agreement = a.agreement AND x.type = 2 AND x.is_credit);

-- Taking a voucher number changes no objectVersion of the journal, so a PUT may bring a next number that was read before some
-- were given out. What it was when the version began tells such a one from a lower number that is meant.
ALTER TABLE journal ADD COLUMN first_of_version int;
UPDATE journal SET first_of_version = next_voucher_number;
ALTER TABLE journal ALTER COLUMN first_of_version SET NOT NULL;
CREATE FUNCTION begin_journal_version() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.next_voucher_number := greatest(NEW.next_voucher_number, OLD.next_voucher_number);
  END IF;
  NEW.first_of_version := NEW.next_voucher_number;
  RETURN NEW;
END
$$;
CREATE TRIGGER journal_version BEFORE INSERT OR UPDATE OF object_version ON journal
  FOR EACH ROW EXECUTE FUNCTION begin_journal_version();

-- Who writes a record says so: the statement that writes it emits the event.
DROP TRIGGER customer_created ON customer;
DROP TRIGGER customer_changed ON customer;
DROP TRIGGER customer_deleted ON customer;
DROP TRIGGER project_created ON project;
DROP TRIGGER project_changed ON project;
DROP TRIGGER project_deleted ON project;
DROP FUNCTION emit_record_events();
