CREATE TABLE closed_account (
  agreement                  int NOT NULL,
  accounting_year            text NOT NULL,
  number                     int NOT NULL,
  name                       text NOT NULL,
  type                       int NOT NULL,
  is_credit                  boolean,
  total_from_account_number  int,
  total_intervals            text,
  key_figure_code_number     int,
  PRIMARY KEY (agreement, accounting_year, number),
  CONSTRAINT closed_account_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
ALTER TABLE closed_account ALTER agreement SET STATISTICS 0;
REVOKE ALL ON closed_account FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON closed_account FROM CURRENT_USER;

COMMENT ON TABLE closed_account IS
  'An account as it was when the year was closed: a closed year''s reports are the same bytes for ever (rule 5.2).';

CREATE OR REPLACE TRIGGER closed_account_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON closed_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
