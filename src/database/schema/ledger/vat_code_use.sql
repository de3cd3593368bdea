CREATE TABLE vat_code_use (
  agreement   int NOT NULL,
  vat_code    text NOT NULL,
  first_date  date NOT NULL,
  PRIMARY KEY (agreement, vat_code),
  CONSTRAINT vat_code_use_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code
);
ALTER TABLE vat_code_use ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE vat_code_use IS
  'The first day that entries carry a VAT code on. Which accounts a VAT statement is about follows from what was '
  'booked by its last day, and so not from codes that nothing was booked with yet.';
