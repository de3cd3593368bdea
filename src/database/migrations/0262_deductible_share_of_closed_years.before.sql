CREATE TABLE closed_vat_code (
  agreement              int NOT NULL,
  accounting_year        text NOT NULL,
  code                   text NOT NULL,
  name                   text NOT NULL,
  type                   int NOT NULL,
  rate                   numeric(9, 4) NOT NULL,
  account_number         int NOT NULL,
  contra_account_number  int,
  PRIMARY KEY (agreement, accounting_year, code),
  CONSTRAINT closed_vat_code_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
ALTER TABLE closed_vat_code ALTER agreement SET STATISTICS 0;
REVOKE ALL ON closed_vat_code FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON closed_vat_code FROM CURRENT_USER;

COMMENT ON TABLE closed_vat_code IS 'A VAT code as it was when the year was closed (rule 5.2).';

CREATE OR REPLACE TRIGGER closed_vat_code_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON closed_vat_code
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
