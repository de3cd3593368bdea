CREATE TABLE product (
  agreement             int NOT NULL REFERENCES agreement,
  number                text NOT NULL CHECK (length(number) BETWEEN 1 AND 25),
  product_group_number  int NOT NULL,
  name                  text NOT NULL,
  description           text,
  bar_code              text,
  sales_price           numeric,
  cost_price            numeric,
  recommended_price     numeric,
  unit_number           int,
  unit2_number          int,
  is_barred             boolean NOT NULL DEFAULT false,
  last_updated          timestamptz NOT NULL DEFAULT now(),
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_product_group_number_fk FOREIGN KEY (agreement, product_group_number) REFERENCES product_group,
  CONSTRAINT product_unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
  CONSTRAINT product_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit
);
ALTER TABLE product ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product IS 'What the company sells. Its number is a text.';
COMMENT ON COLUMN product.sales_price IS 'Net, in base currency.';

-- Numbers differ in more than case.
CREATE UNIQUE INDEX product_number_unique ON product (agreement, fold(number),
  (CASE WHEN number IS NFC NORMALIZED THEN '' ELSE number END));
CREATE INDEX product_of_name ON product (agreement, fold(name));
CREATE INDEX product_of_last_updated ON product (agreement, last_updated);
CREATE INDEX product_of_group ON product (agreement, product_group_number);
CREATE INDEX product_of_unit ON product (agreement, unit_number) WHERE unit_number IS NOT NULL;
CREATE INDEX product_of_unit2 ON product (agreement, unit2_number) WHERE unit2_number IS NOT NULL;

CREATE OR REPLACE TRIGGER product_deleted BEFORE DELETE ON product
  FOR EACH ROW EXECUTE FUNCTION forget_special_prices();
CREATE OR REPLACE TRIGGER "Carry_to_draft_invoice_line_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('draft_invoice_line', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER "Carry_to_product_sales_price_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('product_sales_price', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER "Carry_to_product_special_price_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('product_special_price', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER "Carry_to_sales_order_line_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('sales_order_line', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER "Carry_to_sales_quote_line_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('sales_quote_line', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER "Carry_to_subscription_line_product_number_fk" AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number)
  EXECUTE FUNCTION carry_key('subscription_line', '{product_number}', '{number}');
CREATE OR REPLACE TRIGGER product_trail_renumbered AFTER UPDATE ON product
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION trail_renumbered('Products', '{number}', '{agreement,object_version,last_updated}', '{is_barred}');
CREATE OR REPLACE TRIGGER product_unique_made AFTER INSERT ON product REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('number', 'product_number_unique');
CREATE OR REPLACE TRIGGER product_unique_changed AFTER UPDATE ON product
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('number', 'product_number_unique');
SELECT keep_trail('product', 'Products', '{number}');
