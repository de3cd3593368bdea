-- Changes product_special_price. Two forms of a text are one text now (rule 2.2). Doubles from before stay: what is not in NFC stands apart.
DROP INDEX product_special_price_product_number_unique;
CREATE UNIQUE INDEX product_special_price_product_number_unique
  ON product_special_price (agreement, price_group_number, fold(product_number),
  (CASE WHEN product_number IS NFC NORMALIZED THEN '' ELSE product_number END));
