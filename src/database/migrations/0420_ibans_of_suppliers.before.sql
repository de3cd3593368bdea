CREATE TABLE supplier (
  agreement              int NOT NULL REFERENCES agreement,
  number                 int NOT NULL,
  name                   text NOT NULL,
  group_number           int NOT NULL,
  currency               text NOT NULL,
  payment_term_number    int,
  contra_account_number  int,
  corporate_identification_number text,
  vat_number             text,
  email                  text,
  phone                  text,
  address                text,
  postal_code            text,
  city                   text,
  country                text,
  bank_account           text,
  attention_number       int,
  is_barred              boolean NOT NULL DEFAULT false,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  our_reference_number   int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES supplier_group,
  CONSTRAINT supplier_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT supplier_payment_term_number_fk FOREIGN KEY (agreement, payment_term_number) REFERENCES payment_term,
  CONSTRAINT supplier_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT supplier_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee
);
-- Each of the two tables refers to the other.
ALTER TABLE supplier
  ADD CONSTRAINT supplier_attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES supplier_contact;
ALTER TABLE supplier ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE supplier IS 'A supplier, as master data.';
COMMENT ON COLUMN supplier.attention_number IS 'The supplier contact to address: a contact of this supplier.';
COMMENT ON COLUMN supplier.our_reference_number IS 'The employee that the supplier is told to turn to.';

CREATE INDEX supplier_of_group ON supplier (agreement, group_number);
CREATE INDEX supplier_of_currency ON supplier (agreement, currency);
CREATE INDEX supplier_of_payment_term ON supplier (agreement, payment_term_number)
  WHERE payment_term_number IS NOT NULL;
CREATE INDEX supplier_of_contra_account ON supplier (agreement, contra_account_number)
  WHERE contra_account_number IS NOT NULL;
CREATE INDEX supplier_of_attention ON supplier (agreement, attention_number) WHERE attention_number IS NOT NULL;
CREATE INDEX supplier_name ON supplier (agreement, fold(name));
CREATE INDEX supplier_corporate_identification_number ON supplier (agreement, fold(corporate_identification_number))
  WHERE corporate_identification_number IS NOT NULL;
CREATE INDEX supplier_vat_number ON supplier (agreement, fold(vat_number)) WHERE vat_number IS NOT NULL;
CREATE INDEX supplier_email ON supplier (agreement, fold(email)) WHERE email IS NOT NULL;
CREATE INDEX supplier_last_updated ON supplier (agreement, last_updated);
CREATE INDEX supplier_of_our_reference ON supplier (agreement, our_reference_number)
  WHERE our_reference_number IS NOT NULL;

CREATE OR REPLACE TRIGGER supplier_group_kept AFTER UPDATE ON supplier
  FOR EACH ROW WHEN (OLD.group_number <> NEW.group_number) EXECUTE FUNCTION keep_group_of_open_items();
CREATE OR REPLACE TRIGGER supplier_numbers_forgotten AFTER DELETE ON supplier REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_numbers_of_parts('supplier_contact');
SELECT keep_trail('supplier', 'Suppliers', '{number}');
