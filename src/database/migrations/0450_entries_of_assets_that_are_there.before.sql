-- Its references are held per statement: see hold_references.
CREATE TABLE draft_entry (
  agreement                 int NOT NULL,
  entry_number              int NOT NULL CHECK (entry_number >= 1),
  entry_type_number         int NOT NULL CHECK (entry_type_number IN (2, 3, 4, 5, 10)),
  journal_number            int NOT NULL,
  voucher_number            int NOT NULL CHECK (voucher_number BETWEEN 0 AND 999999999),
  accounting_year           text NOT NULL,
  date                      date NOT NULL,
  amount                    numeric NOT NULL,
  currency                  text NOT NULL,
  exchange_rate             numeric(18, 6) NOT NULL CHECK (exchange_rate > 0),
  account_number            int,
  contra_account_number     int,
  vat_code                  text,
  contra_vat_code           text,
  text                      text,
  project_number            int,
  cost_type_number          int,
  customer_number           int,
  customer_invoice_number   text,
  supplier_number           int,
  supplier_invoice_number   text,
  supplier_payment_type     int CHECK (supplier_payment_type IN (-1, 1, 2, 5, 7, 10, 14, 17)),
  supplier_payment_bank     text,
  supplier_payment_message  text,
  due_date                  date,
  department_number         int,
  last_updated              timestamptz NOT NULL DEFAULT now(),
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  departmental_distribution_number int,
  unit1_number              int,
  quantity1                 numeric,
  unit2_number              int,
  quantity2                 numeric,
  employee_number           int,
  asset_group_number        int,
  asset_number              int CHECK (asset_number >= 1),
  asset_start_date          date,
  asset_life_time_months    int CHECK (asset_life_time_months >= 1),
  allows_repeated_invoice   boolean,
  dimension2_key            int,
  dimension3_key            int,
  document_date             date,
  external_number           text,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT draft_entry_of_journal UNIQUE (agreement, journal_number, entry_number),
  CONSTRAINT draft_entry_asset_is_whole CHECK (num_nulls(asset_group_number, asset_number, asset_start_date,
    asset_life_time_months) IN (0, 4))
);
ALTER TABLE draft_entry ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE draft_entry IS
  'An entry of a journal that is not booked yet. It may be incomplete, and says amounts as they were sent.';
COMMENT ON COLUMN draft_entry.amount IS 'The decimal as it was sent; it is rounded to money when it is booked.';
COMMENT ON COLUMN draft_entry.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN draft_entry.supplier_payment_type IS 'Versions of journals before 11.1.1 take 14 (rule 4.5).';
COMMENT ON COLUMN draft_entry.allows_repeated_invoice IS
  'A supplier''s invoice number is booked once, unless who drafts it says that it is meant.';
COMMENT ON COLUMN draft_entry.document_date IS 'The day on the document; NULL: the date.';
COMMENT ON COLUMN draft_entry.external_number IS
  'The number that an item of a party has in other books. No payment settles by it.';

CREATE INDEX draft_entry_customer ON draft_entry (agreement, customer_number) WHERE customer_number IS NOT NULL;
CREATE INDEX draft_entry_supplier ON draft_entry (agreement, supplier_number) WHERE supplier_number IS NOT NULL;
CREATE INDEX draft_entry_project ON draft_entry (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX draft_entry_cost_type ON draft_entry (agreement, cost_type_number) WHERE cost_type_number IS NOT NULL;
CREATE INDEX draft_entry_department ON draft_entry (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX draft_entry_distribution ON draft_entry (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX draft_entry_unit1 ON draft_entry (agreement, unit1_number) WHERE unit1_number IS NOT NULL;
CREATE INDEX draft_entry_unit2 ON draft_entry (agreement, unit2_number) WHERE unit2_number IS NOT NULL;
CREATE INDEX draft_entry_employee ON draft_entry (agreement, employee_number) WHERE employee_number IS NOT NULL;
CREATE INDEX draft_entry_asset_group ON draft_entry (agreement, asset_group_number)
  WHERE asset_group_number IS NOT NULL;
CREATE INDEX draft_entry_dimension2 ON draft_entry (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
CREATE INDEX draft_entry_dimension3 ON draft_entry (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;
CREATE INDEX draft_entry_date ON draft_entry (agreement, date, entry_number);
CREATE INDEX draft_entry_account ON draft_entry (agreement, account_number, entry_number)
  WHERE account_number IS NOT NULL;
CREATE INDEX draft_entry_contra_account ON draft_entry (agreement, contra_account_number, entry_number)
  WHERE contra_account_number IS NOT NULL;
-- Draft entries are found by their voucher's number in all journals, in the order of lists, as booked entries are. The
-- index tells whose they are: a journal looks for its next free numbers among those of all journals.
CREATE INDEX draft_entry_voucher ON draft_entry (agreement, voucher_number, entry_number, journal_number);

CREATE OR REPLACE TRIGGER draft_entry_counted AFTER INSERT ON draft_entry
  FOR EACH STATEMENT EXECUTE FUNCTION count_outgrown();
SELECT hold_references('draft_entry',
  'journal_number journal.number',
  'accounting_year accounting_year.year',
  'currency currency.code',
  'account_number account.number x.type IN (1, 2)',
  'contra_account_number account.number x.type IN (1, 2)',
  'vat_code vat_code.code',
  'contra_vat_code vat_code.code',
  'customer_number customer.number',
  'supplier_number supplier.number',
  'department_number department.number',
  'project_number project.number NOT x.is_closed',
  'cost_type_number cost_type.number',
  'departmental_distribution_number departmental_distribution.number',
  'unit1_number unit1.number',
  'unit2_number unit2.number',
  'employee_number employee.number',
  'asset_group_number asset_group.number',
  'dimension2_key dimension_key.key2',
  'dimension3_key dimension_key.key3');
COMMENT ON FUNCTION draft_entry_keeps_account() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_accounting_year() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_asset_group() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_cost_type() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_currency() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_customer() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_department() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_departmental_distribution() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_dimension_key() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_employee() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_journal() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_project() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_supplier() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_unit1() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_unit2() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_keeps_vat_code() IS
  'Refuses to delete a row that a draft entry names. Made by hold_references.';
COMMENT ON FUNCTION draft_entry_names() IS
  'Looks up what new and changed draft entries name, and locks it. Made by hold_references.';
