CREATE TABLE sales_order_line (
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
  document_status          text NOT NULL,
  departmental_distribution_number int,
  dimension2_key           int,
  dimension3_key           int,
  PRIMARY KEY (agreement, document_id, number),
  CONSTRAINT sales_order_line_unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
  CONSTRAINT sales_order_line_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit,
  CONSTRAINT sales_order_line_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT sales_order_line_departmental_distribution_number_fk FOREIGN KEY (agreement,
    departmental_distribution_number)
    REFERENCES departmental_distribution,
  CONSTRAINT sales_order_line_dimension2_key_fk FOREIGN KEY (agreement, dimension2_key)
    REFERENCES dimension_key (agreement, key2),
  CONSTRAINT sales_order_line_dimension3_key_fk FOREIGN KEY (agreement, dimension3_key)
    REFERENCES dimension_key (agreement, key3),
  CONSTRAINT sales_order_line_document_id_fk FOREIGN KEY (agreement, document_id, document_status)
    REFERENCES sales_order (agreement, number, status) ON DELETE CASCADE,
  CONSTRAINT sales_order_line_product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product
);
ALTER TABLE sales_order_line ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sales_order_line IS 'A line of an order. One without a product is a text, and has nothing else.';
COMMENT ON COLUMN sales_order_line.user_interface_number IS '1, 2, … in the document, by number.';
COMMENT ON COLUMN sales_order_line.vat_code IS
  'Computed, and so are the columns after it: the VAT code of the account that the zone picks, as it is now.';
COMMENT ON COLUMN sales_order_line.vat_rate IS 'In per cent.';

CREATE INDEX sales_order_line_of_product ON sales_order_line (agreement, product_number)
  WHERE product_number IS NOT NULL;
CREATE INDEX sales_order_line_of_product_text ON sales_order_line (agreement, fold(product_number))
  WHERE product_number IS NOT NULL;
CREATE INDEX sales_order_line_of_department ON sales_order_line (agreement, department_number)
  WHERE department_number IS NOT NULL;
CREATE INDEX sales_order_line_of_distribution ON sales_order_line (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX sales_order_line_of_dimension2 ON sales_order_line (agreement, dimension2_key)
  WHERE dimension2_key IS NOT NULL;
CREATE INDEX sales_order_line_of_dimension3 ON sales_order_line (agreement, dimension3_key)
  WHERE dimension3_key IS NOT NULL;

CREATE OR REPLACE TRIGGER sales_order_line_made AFTER INSERT ON sales_order_line REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION sales_order_line_written();
CREATE OR REPLACE TRIGGER sales_order_line_changed AFTER UPDATE ON sales_order_line
  REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION sales_order_line_written();
CREATE OR REPLACE TRIGGER sales_order_line_deleted AFTER DELETE ON sales_order_line
  REFERENCING OLD TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION sales_order_line_written();
CREATE OR REPLACE TRIGGER sales_order_line_department BEFORE UPDATE ON sales_order_line
  FOR EACH ROW WHEN (NEW.department_number IS NOT NULL AND NEW.departmental_distribution_number IS NOT NULL)
  EXECUTE FUNCTION replace_distribution_of_line();
