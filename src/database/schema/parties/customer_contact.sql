CREATE TABLE customer_contact (
  agreement              int NOT NULL REFERENCES agreement,
  number                 int NOT NULL,
  customer_number        int NOT NULL,
  user_interface_number  int NOT NULL,
  name                   text NOT NULL,
  email                  text,
  phone                  text,
  notes                  text,
  e_invoice_id           text,
  receive_quotes         boolean NOT NULL DEFAULT false,
  receive_orders         boolean NOT NULL DEFAULT false,
  receive_invoices       boolean NOT NULL DEFAULT false,
  receive_e_invoices     boolean NOT NULL DEFAULT false,
  receive_statement_of_accounts boolean NOT NULL DEFAULT false,
  receive_reminders      boolean NOT NULL DEFAULT false,
  is_deleted             boolean NOT NULL DEFAULT false,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT customer_contact_interface_number UNIQUE (agreement, customer_number, user_interface_number),
  CONSTRAINT customer_contact_customer_number_fk FOREIGN KEY (agreement, customer_number)
    REFERENCES customer ON DELETE CASCADE
);
ALTER TABLE customer_contact ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE customer_contact IS 'A person at a customer. A deleted one stays for the documents that name it.';

CREATE UNIQUE INDEX customer_contact_name_unique ON customer_contact (agreement, customer_number, fold(name),
  (CASE WHEN name IS NFC NORMALIZED THEN '' ELSE name END)) WHERE NOT is_deleted;
CREATE INDEX customer_contact_of_name ON customer_contact (agreement, fold(name));
CREATE INDEX customer_contact_of_email ON customer_contact (agreement, fold(email));
CREATE INDEX customer_contact_of_e_invoice_id ON customer_contact (agreement, fold(e_invoice_id));
CREATE INDEX customer_contact_of_last_updated ON customer_contact (agreement, last_updated);

CREATE OR REPLACE TRIGGER customer_contact_unique_made AFTER INSERT ON customer_contact REFERENCING NEW TABLE
  AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('name', 'customer_contact_name_unique', 'customer_number');
CREATE OR REPLACE TRIGGER customer_contact_unique_changed AFTER UPDATE ON customer_contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('name', 'customer_contact_name_unique', 'customer_number');
SELECT keep_trail('customer_contact', 'CustomerContacts', '{number}');
