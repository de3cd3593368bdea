CREATE TABLE closed_party (
  agreement        int NOT NULL,
  accounting_year  text NOT NULL,
  party            text NOT NULL CHECK (party IN ('customer', 'supplier')),
  number           int NOT NULL,
  date_to          date NOT NULL,
  name             text NOT NULL,
  PRIMARY KEY (agreement, party, number, date_to),
  CONSTRAINT closed_party_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
ALTER TABLE closed_party ALTER agreement SET STATISTICS 0;
REVOKE ALL ON closed_party FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON closed_party FROM CURRENT_USER;

COMMENT ON TABLE closed_party IS
  'The name of a party as it was when the year was closed (rule 5.2). Only of parties that were booked on, and whose '
  'name is another than at the close before: the name of a year is that of the latest close by then.';

CREATE INDEX closed_party_of_year ON closed_party (agreement, accounting_year);

CREATE OR REPLACE TRIGGER closed_party_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON closed_party
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
