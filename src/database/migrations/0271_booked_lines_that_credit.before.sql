CREATE TABLE booked_invoice_line (
  agreement              int NOT NULL REFERENCES agreement,
  document_id            int NOT NULL,
  number                 int NOT NULL CHECK (number >= 1),
  user_interface_number  int NOT NULL DEFAULT 1,
  product_number         text,
  description            text,
  quantity               numeric,
  unit_number            int,
  unit_net_price         numeric,
  unit_cost_price        numeric,
  discount_percentage    numeric,
  recommended_price      numeric,
  department_number      int,
  quantity2              numeric,
  unit2_number           int,
  accrue                 boolean NOT NULL DEFAULT false,
  accrue_start_date      date,
  accrue_end_date        date,
  vat_code               text,
  vat_rate               numeric NOT NULL DEFAULT 0,
  vat_amount             numeric,
  total_net_amount       numeric,
  booked_account         int,
  project_close_account  int,
  departmental_distribution_number int,
  dimension2_key         int,
  dimension3_key         int,
  PRIMARY KEY (agreement, document_id, number),
  CONSTRAINT booked_invoice_line_booked_account_fk FOREIGN KEY (agreement, booked_account) REFERENCES account,
  CONSTRAINT booked_invoice_line_project_close_account_fk FOREIGN KEY (agreement, project_close_account)
    REFERENCES account,
  CONSTRAINT booked_invoice_line_document_id_fk FOREIGN KEY (agreement, document_id)
    REFERENCES booked_invoice DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT booked_invoice_line_unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
  CONSTRAINT booked_invoice_line_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit,
  CONSTRAINT booked_invoice_line_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT booked_invoice_line_departmental_distribution_number_fk FOREIGN KEY (agreement,
    departmental_distribution_number)
    REFERENCES departmental_distribution,
  CONSTRAINT booked_invoice_line_dimension2_key_fk FOREIGN KEY (agreement, dimension2_key)
    REFERENCES dimension_key (agreement, key2),
  CONSTRAINT booked_invoice_line_dimension3_key_fk FOREIGN KEY (agreement, dimension3_key)
    REFERENCES dimension_key (agreement, key3),
  CONSTRAINT booked_invoice_line_product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product
);
ALTER TABLE booked_invoice_line ALTER agreement SET STATISTICS 0;
REVOKE ALL ON booked_invoice_line FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_invoice_line FROM CURRENT_USER;

COMMENT ON TABLE booked_invoice_line IS 'A line of a booked invoice, as it was booked.';
COMMENT ON COLUMN booked_invoice_line.user_interface_number IS '1, 2, … in the document, by number.';
COMMENT ON COLUMN booked_invoice_line.product_number IS
  'A product on booked lines keeps the number that they have: what is booked is never changed.';
COMMENT ON COLUMN booked_invoice_line.vat_code IS 'The VAT code that it was booked with.';
COMMENT ON COLUMN booked_invoice_line.vat_rate IS 'In per cent.';
COMMENT ON COLUMN booked_invoice_line.booked_account IS
  'What was credited, and what takes the net when the project closes.';

CREATE INDEX booked_invoice_line_of_product ON booked_invoice_line (agreement, product_number)
  WHERE product_number IS NOT NULL;
CREATE INDEX booked_invoice_line_of_product_text ON booked_invoice_line (agreement, fold(product_number))
  WHERE product_number IS NOT NULL;
CREATE INDEX booked_invoice_line_of_department ON booked_invoice_line (agreement, department_number)
  WHERE department_number IS NOT NULL;
CREATE INDEX booked_invoice_line_of_account ON booked_invoice_line (agreement, booked_account)
  WHERE booked_account IS NOT NULL;
CREATE INDEX booked_invoice_line_of_close_account ON booked_invoice_line (agreement, project_close_account)
  WHERE project_close_account IS NOT NULL;
CREATE INDEX booked_invoice_line_of_distribution ON booked_invoice_line (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX booked_invoice_line_of_dimension2 ON booked_invoice_line (agreement, dimension2_key)
  WHERE dimension2_key IS NOT NULL;
CREATE INDEX booked_invoice_line_of_dimension3 ON booked_invoice_line (agreement, dimension3_key)
  WHERE dimension3_key IS NOT NULL;

CREATE OR REPLACE TRIGGER booked_invoice_line_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON booked_invoice_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER booked_invoice_complete AFTER INSERT ON booked_invoice_line REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_lines_of_booked_invoice();
