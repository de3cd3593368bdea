-- Changes product_sales_price. Two forms of a text are one text now (rule 2.2). Doubles from before stay: what is not in NFC stands apart.
DROP INDEX product_sales_price_currency_unique;
CREATE UNIQUE INDEX product_sales_price_currency_unique
  ON product_sales_price (agreement, fold(product_number), fold(currency),
  (CASE WHEN product_number IS NFC NORMALIZED THEN '' ELSE product_number END));
