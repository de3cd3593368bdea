-- Changes product. Two forms of a text are one text now (rule 2.2). Doubles from before stay: what is not in NFC stands apart.
DROP INDEX product_number_unique;
CREATE UNIQUE INDEX product_number_unique ON product (agreement, fold(number),
  (CASE WHEN number IS NFC NORMALIZED THEN '' ELSE number END));
