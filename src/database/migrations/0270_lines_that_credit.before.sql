CREATE TABLE draft_invoice_line (
  agreement                int NOT NULL REFERENCES agreement,
  document_id              int NOT NULL,
  number                   int NOT NULL CHECK (number >= 1),
  user_interface_number    int NOT NULL DEFAULT 1,
  product_number           text,
  description              text,
  quantity                 numeric,
  unit_number              int,
  unit_net_price           numeric,
  unit_cost_price          numeric,
  discount_percentage      numeric,
  recommended_price        numeric,
  department_number        int,
  quantity2                numeric,
  unit2_number             int,
  accrue                   boolean NOT NULL DEFAULT false,
  accrue_start_date        date,
  accrue_end_date          date,
  vat_code                 text,
  vat_rate                 numeric NOT NULL DEFAULT 0,
  vat_amount               numeric,
  total_net_amount         numeric,
  margin_in_base_currency  numeric,
  margin_percentage        numeric,
  object_version           bigint NOT NULL DEFAULT nextval('object_version'),
  departmental_distribution_number int,
  dimension2_key           int,
  dimension3_key           int,
  PRIMARY KEY (agreement, document_id, number),
  CONSTRAINT draft_invoice_line_document_id_fk FOREIGN KEY (agreement, document_id)
    REFERENCES draft_invoice ON DELETE CASCADE,
  CONSTRAINT draft_invoice_line_unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
  CONSTRAINT draft_invoice_line_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit,
  CONSTRAINT draft_invoice_line_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT draft_invoice_line_departmental_distribution_number_fk FOREIGN KEY (agreement,
    departmental_distribution_number)
    REFERENCES departmental_distribution,
  CONSTRAINT draft_invoice_line_dimension2_key_fk FOREIGN KEY (agreement, dimension2_key)
    REFERENCES dimension_key (agreement, key2),
  CONSTRAINT draft_invoice_line_dimension3_key_fk FOREIGN KEY (agreement, dimension3_key)
    REFERENCES dimension_key (agreement, key3),
  CONSTRAINT draft_invoice_line_product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product
);
ALTER TABLE draft_invoice_line ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE draft_invoice_line IS
  'A line of a draft invoice. One without a product is a text, and has nothing else.';
COMMENT ON COLUMN draft_invoice_line.user_interface_number IS '1, 2, … in the document, by number.';
COMMENT ON COLUMN draft_invoice_line.vat_code IS
  'Computed, and so are the columns after it: the VAT code of the account that the zone picks, as it is now.';
COMMENT ON COLUMN draft_invoice_line.vat_rate IS 'In per cent.';

CREATE INDEX draft_invoice_line_of_product ON draft_invoice_line (agreement, product_number)
  WHERE product_number IS NOT NULL;
CREATE INDEX draft_invoice_line_of_product_text ON draft_invoice_line (agreement, fold(product_number))
  WHERE product_number IS NOT NULL;
CREATE INDEX draft_invoice_line_of_department ON draft_invoice_line (agreement, department_number)
  WHERE department_number IS NOT NULL;
CREATE INDEX draft_invoice_line_of_distribution ON draft_invoice_line (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX draft_invoice_line_of_dimension2 ON draft_invoice_line (agreement, dimension2_key)
  WHERE dimension2_key IS NOT NULL;
CREATE INDEX draft_invoice_line_of_dimension3 ON draft_invoice_line (agreement, dimension3_key)
  WHERE dimension3_key IS NOT NULL;

CREATE OR REPLACE TRIGGER draft_invoice_line_made AFTER INSERT ON draft_invoice_line
  REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION draft_invoice_line_written();
CREATE OR REPLACE TRIGGER draft_invoice_line_changed AFTER UPDATE ON draft_invoice_line
  REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION draft_invoice_line_written();
CREATE OR REPLACE TRIGGER draft_invoice_line_deleted AFTER DELETE ON draft_invoice_line
  REFERENCING OLD TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION draft_invoice_line_written();
CREATE OR REPLACE TRIGGER draft_invoice_line_department BEFORE UPDATE ON draft_invoice_line
  FOR EACH ROW WHEN (NEW.department_number IS NOT NULL AND NEW.departmental_distribution_number IS NOT NULL)
  EXECUTE FUNCTION replace_distribution_of_line();
