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
  number             bigint GENERATED ALWAYS AS IDENTITY,
  departmental_distribution_number int,
  dimension2_key     int,
  dimension3_key     int,
  PRIMARY KEY (agreement, number),
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
  CONSTRAINT booked_entry_asset_number_fk FOREIGN KEY (agreement, asset_number) REFERENCES asset,
  CONSTRAINT booked_entry_departmental_distribution_number_fk FOREIGN KEY (agreement, departmental_distribution_number)
    REFERENCES departmental_distribution,
  CONSTRAINT booked_entry_dimension2_key_fk FOREIGN KEY (agreement, dimension2_key)
    REFERENCES dimension_key (agreement, key2),
  CONSTRAINT booked_entry_dimension3_key_fk FOREIGN KEY (agreement, dimension3_key)
    REFERENCES dimension_key (agreement, key3),
  CHECK (num_nonnulls(booking, account_number, accounting_year, currency, vat_code, customer_number, supplier_number,
    department_number, project_number, cost_type_number, unit1_number, unit2_number, employee_number, asset_number,
      departmental_distribution_number, dimension2_key, dimension3_key) = 1)
);
ALTER TABLE booked_reference ALTER agreement SET STATISTICS 0;
REVOKE ALL ON booked_reference FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_reference FROM CURRENT_USER;

COMMENT ON TABLE booked_reference IS
  'What an agreement''s booked entries refer to: each thing once, in a row of its own. Foreign keys on the entries '
  'themselves cost a look-up for every entry and key; here they cost one for every thing, and hold for every entry '
  'all the same: refer_from_entries writes the row together with the first entry that needs it. The keys keep the '
  'names they had on booked_entry.';
COMMENT ON COLUMN booked_reference.number IS 'Only tells the rows apart.';

CREATE UNIQUE INDEX booked_reference_booking ON booked_reference (agreement, booking) WHERE booking IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_account ON booked_reference (agreement, account_number)
  WHERE account_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_accounting_year ON booked_reference (agreement, accounting_year)
  WHERE accounting_year IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_currency ON booked_reference (agreement, currency) WHERE currency IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_vat_code ON booked_reference (agreement, vat_code) WHERE vat_code IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_customer ON booked_reference (agreement, customer_number)
  WHERE customer_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_supplier ON booked_reference (agreement, supplier_number)
  WHERE supplier_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_department ON booked_reference (agreement, department_number)
  WHERE department_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_project ON booked_reference (agreement, project_number)
  WHERE project_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_cost_type ON booked_reference (agreement, cost_type_number)
  WHERE cost_type_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_unit1 ON booked_reference (agreement, unit1_number) WHERE unit1_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_unit2 ON booked_reference (agreement, unit2_number) WHERE unit2_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_employee ON booked_reference (agreement, employee_number)
  WHERE employee_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_asset ON booked_reference (agreement, asset_number) WHERE asset_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_distribution ON booked_reference (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_dimension2 ON booked_reference (agreement, dimension2_key)
  WHERE dimension2_key IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_dimension3 ON booked_reference (agreement, dimension3_key)
  WHERE dimension3_key IS NOT NULL;

CREATE OR REPLACE TRIGGER booked_reference_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON booked_reference
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
