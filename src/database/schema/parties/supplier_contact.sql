CREATE TABLE supplier_contact (
  agreement              int NOT NULL REFERENCES agreement,
  number                 int NOT NULL,
  supplier_number        int NOT NULL,
  user_interface_number  int NOT NULL,
  name                   text NOT NULL,
  email                  text,
  phone                  text,
  notes                  text,
  active                 boolean NOT NULL DEFAULT true,
  is_deleted             boolean NOT NULL DEFAULT false,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_contact_interface_number UNIQUE (agreement, supplier_number, user_interface_number),
  CONSTRAINT supplier_contact_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier
);
ALTER TABLE supplier_contact ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE supplier_contact IS 'A person at a supplier. A deleted one stays for what names it.';

CREATE UNIQUE INDEX supplier_contact_name_unique ON supplier_contact (agreement, supplier_number, fold(name),
  (CASE WHEN name IS NFC NORMALIZED THEN '' ELSE name END)) WHERE NOT is_deleted;
CREATE INDEX supplier_contact_name ON supplier_contact (agreement, fold(name));
CREATE INDEX supplier_contact_email ON supplier_contact (agreement, fold(email)) WHERE email IS NOT NULL;
CREATE INDEX supplier_contact_last_updated ON supplier_contact (agreement, last_updated);

CREATE OR REPLACE TRIGGER supplier_contact_unique_made AFTER INSERT ON supplier_contact REFERENCING NEW TABLE
  AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('name', 'supplier_contact_name_unique', 'supplier_number');
CREATE OR REPLACE TRIGGER supplier_contact_unique_changed AFTER UPDATE ON supplier_contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('name', 'supplier_contact_name_unique', 'supplier_number');
SELECT keep_trail('supplier_contact', 'Contacts', '{number}');
