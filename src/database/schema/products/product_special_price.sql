CREATE TABLE product_special_price (
  agreement                  int NOT NULL REFERENCES agreement,
  number                     int NOT NULL,
  price_group_number         int NOT NULL,
  product_number             text NOT NULL,
  sales_price_base_currency  numeric,
  discount_percentage        numeric CHECK (discount_percentage BETWEEN 0 AND 100),
  object_version             bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_special_price_is_one CHECK (sales_price_base_currency IS NULL OR discount_percentage IS NULL),
  CONSTRAINT product_special_price_price_group_number_fk FOREIGN KEY (agreement, price_group_number)
    REFERENCES price_group,
  CONSTRAINT product_special_price_product_number_fk FOREIGN KEY (agreement, product_number)
    REFERENCES product ON DELETE CASCADE
);
ALTER TABLE product_special_price ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product_special_price IS 'What a price group pays for a product: a price, or less than the usual one.';

CREATE UNIQUE INDEX product_special_price_product_number_unique
  ON product_special_price (agreement, price_group_number, fold(product_number),
  (CASE WHEN product_number IS NFC NORMALIZED THEN '' ELSE product_number END));
CREATE INDEX product_special_price_of_product ON product_special_price (agreement, product_number);
CREATE INDEX product_special_price_of_product_text ON product_special_price (agreement, fold(product_number));

CREATE OR REPLACE TRIGGER product_special_price_changed AFTER UPDATE ON product_special_price
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_prices_in_currency();
SELECT keep_trail('product_special_price', 'ProductSpecialPrices', '{number}');
