-- Changes vat_code. Two forms of a text are one text now (rule 2.2). Doubles from before stay: what is not in NFC stands apart.
DROP INDEX vat_code_code_unique;
CREATE UNIQUE INDEX vat_code_code_unique ON vat_code (agreement, fold(code),
  (CASE WHEN code IS NFC NORMALIZED THEN '' ELSE code END));
