CREATE TABLE product_special_price_in_currency (
  agreement             int NOT NULL REFERENCES agreement,
  special_price_number  int NOT NULL,
  currency              text NOT NULL,
  sales_price           numeric NOT NULL,
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, special_price_number, currency),
  CONSTRAINT product_special_price_in_currency_special_price_number_fk FOREIGN KEY (agreement, special_price_number)
    REFERENCES product_special_price,
  CONSTRAINT product_special_price_in_currency_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency
);
ALTER TABLE product_special_price_in_currency ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product_special_price_in_currency IS 'A special price in another currency.';

CREATE UNIQUE INDEX product_special_price_in_currency_currency_unique
  ON product_special_price_in_currency (agreement, special_price_number, fold(currency));
CREATE INDEX product_special_price_in_currency_of_currency ON product_special_price_in_currency (agreement, currency);

SELECT keep_trail('product_special_price_in_currency', 'ProductSpecialPricesInCurrency',
  '{special_price_number,currency}');
