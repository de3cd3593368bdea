-- Its foreign keys are those of booked_reference.
CREATE TABLE booked_entry (
  agreement                int NOT NULL,
  entry_number             int NOT NULL CHECK (entry_number >= 1),
  booking                  int NOT NULL,
  type                     int NOT NULL CHECK (type BETWEEN 0 AND 10),
  account_number           int NOT NULL,
  date                     date NOT NULL,
  accounting_year          text NOT NULL,
  journal_number           int,
  voucher_number           int NOT NULL CHECK (voucher_number BETWEEN 0 AND 999999999),
  amount                   numeric(20, 2) NOT NULL,
  amount_in_base_currency  numeric(20, 2) NOT NULL,
  currency                 text NOT NULL,
  exchange_rate            numeric(18, 6) NOT NULL,
  text                     text,
  vat_code                 text,
  customer_number          int,
  customer_invoice_number  int,
  supplier_number          int,
  supplier_invoice_number  text,
  due_date                 date,
  project_number           int,
  cost_type_number         int,
  department_number        int,
  unit1_number             int,
  quantity1                numeric(22, 4),
  unit2_number             int,
  quantity2                numeric(22, 4),
  employee_number          int,
  asset_number             int,
  departmental_distribution_number int,
  dimension2_key           int,
  dimension3_key           int,
  non_deductible_vat_code  text,
  document_date            date,
  PRIMARY KEY (agreement, entry_number)
);
ALTER TABLE booked_entry ALTER agreement SET STATISTICS 0;
REVOKE ALL ON booked_entry FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_entry FROM CURRENT_USER;

COMMENT ON TABLE booked_entry IS 'A posting that stands for good. Positive is debit, negative is credit.';
COMMENT ON COLUMN booked_entry.type IS
  '1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 '
  'opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice.';
COMMENT ON COLUMN booked_entry.amount IS 'In the currency; debit is positive, credit negative.';
COMMENT ON COLUMN booked_entry.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN booked_entry.quantity1 IS
  'Has the sign of the amount: what an account takes in of a unit, less what it gives away. So has quantity2.';
COMMENT ON COLUMN booked_entry.departmental_distribution_number IS
  'The keys of dimensions that it was booked with, here, in department_number and in the next two, are sealed. What '
  'became of them since is in changed_dimension.';
COMMENT ON COLUMN booked_entry.non_deductible_vat_code IS
  'The VAT code whose tax it is the part of that is not deducted: a cost, and no base of the code.';
COMMENT ON COLUMN booked_entry.document_date IS 'The day on the document; NULL: the date.';

CREATE INDEX booked_entry_account ON booked_entry (agreement, account_number, date);
CREATE INDEX booked_entry_voucher ON booked_entry (agreement, voucher_number, journal_number);
CREATE INDEX booked_entry_customer_invoice ON booked_entry (agreement, customer_invoice_number)
  WHERE customer_invoice_number IS NOT NULL;
CREATE INDEX booked_entry_supplier_invoice ON booked_entry (agreement, fold(supplier_invoice_number))
  WHERE supplier_invoice_number IS NOT NULL;
CREATE INDEX booked_entry_department ON booked_entry (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX booked_entry_distribution ON booked_entry (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX booked_entry_dimension2 ON booked_entry (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
CREATE INDEX booked_entry_dimension3 ON booked_entry (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;
-- What lists of entries are asked for is found by an index where that costs a booking little: where few entries have a
-- value, rows without it are left out of the index. The entry's number at the end puts equal values in the order of
-- lists.
CREATE INDEX booked_entry_customer ON booked_entry (agreement, customer_number, entry_number)
  WHERE customer_number IS NOT NULL;
CREATE INDEX booked_entry_supplier ON booked_entry (agreement, supplier_number, entry_number)
  WHERE supplier_number IS NOT NULL;
CREATE INDEX booked_entry_project ON booked_entry (agreement, project_number, entry_number)
  WHERE project_number IS NOT NULL;
CREATE INDEX booked_entry_cost_type ON booked_entry (agreement, cost_type_number, entry_number)
  WHERE cost_type_number IS NOT NULL;
CREATE INDEX booked_entry_unit1 ON booked_entry (agreement, unit1_number, entry_number) WHERE unit1_number IS NOT NULL;
CREATE INDEX booked_entry_unit2 ON booked_entry (agreement, unit2_number, entry_number) WHERE unit2_number IS NOT NULL;
CREATE INDEX booked_entry_employee ON booked_entry (agreement, employee_number, entry_number)
  WHERE employee_number IS NOT NULL;
CREATE INDEX booked_entry_asset ON booked_entry (agreement, asset_number, entry_number) WHERE asset_number IS NOT NULL;
CREATE INDEX booked_entry_quantity1 ON booked_entry (agreement, quantity1, entry_number) WHERE quantity1 IS NOT NULL;
CREATE INDEX booked_entry_quantity2 ON booked_entry (agreement, quantity2, entry_number) WHERE quantity2 IS NOT NULL;
CREATE INDEX booked_entry_due_date ON booked_entry (agreement, due_date, entry_number) WHERE due_date IS NOT NULL;
-- In the order that lists have texts in.
CREATE INDEX booked_entry_vat_code ON booked_entry (agreement, fold(vat_code) COLLATE "da-x-icu", entry_number)
  WHERE vat_code IS NOT NULL;
-- Entries are found by what people look by, however many there are: by the day and by the account.
CREATE INDEX booked_entry_date ON booked_entry (agreement, date, entry_number);
-- Beside `booked_entry_account`, which has an account's entries by day.
CREATE INDEX booked_entry_account_entry ON booked_entry (agreement, account_number, entry_number);
-- Entries are found by their whole text. Any text fits by its hash; of two texts with the same hash the statement takes
-- the right one.
CREATE INDEX booked_entry_text ON booked_entry (agreement, hashtext(fold(text)), entry_number) WHERE text IS NOT NULL;
-- Entries are found by their amount, however many there are: what a bank statement is compared with.
CREATE INDEX booked_entry_amount ON booked_entry (agreement, amount, entry_number);

CREATE OR REPLACE TRIGGER booked_entry_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON booked_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER booked_entry_booking_complete AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_complete_booking();
CREATE OR REPLACE TRIGGER booked_entry_closed_year AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_closed_year();
CREATE OR REPLACE TRIGGER booked_entry_reconciled AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reconciled_days();
CREATE OR REPLACE TRIGGER booked_entry_refers AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refer_from_entries();
CREATE OR REPLACE TRIGGER booked_entry_totals AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION add_totals();
CREATE OR REPLACE TRIGGER booked_entry_vat_codes_used AFTER INSERT ON booked_entry REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION note_vat_codes_used();
