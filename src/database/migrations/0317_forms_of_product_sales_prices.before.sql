CREATE TABLE product_sales_price (
  agreement       int NOT NULL REFERENCES agreement,
  product_number  text NOT NULL,
  currency        text NOT NULL,
  sales_price     numeric NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, product_number, currency),
  CONSTRAINT product_sales_price_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT product_sales_price_product_number_fk FOREIGN KEY (agreement, product_number)
    REFERENCES product ON DELETE CASCADE
);
ALTER TABLE product_sales_price ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product_sales_price IS 'What a product costs in another currency.';

CREATE UNIQUE INDEX product_sales_price_currency_unique
  ON product_sales_price (agreement, lower(product_number COLLATE "und-x-icu"), lower(currency COLLATE "und-x-icu"));
CREATE INDEX product_sales_price_of_currency ON product_sales_price (agreement, currency);

CREATE OR REPLACE TRIGGER product_sales_price_trail_renumbered AFTER UPDATE ON product_sales_price
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_renumbered('ProductSalesPriceInCurrencies', '{product_number,currency}',
    '{agreement,object_version,last_updated}', '{}');
SELECT keep_trail('product_sales_price', 'ProductSalesPriceInCurrencies', '{product_number,currency}');
