-- Who the company is, as its invoices say it: one row of the agreement's.

CREATE TABLE company (
  agreement                 int NOT NULL REFERENCES agreement,
  name                      text NOT NULL,
  address                   text,
  postal_code               text,
  city                      text,
  -- ISO 3166, two letters.
  country                   text NOT NULL,
  corporate_identification_number text,
  vat_number                text,
  -- Where it is found as a sender of e-invoices: scheme and identifier, 0184:12345678.
  peppol_id                 text,
  email                     text,
  phone                     text,
  homepage                  text,
  -- A Danish account; abroad it is known by IBAN and BIC.
  bank_registration_number  text,
  bank_account_number       text,
  iban                      text,
  bic                       text,
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement)
);

-- Every agreement has its company, called as the agreement until somebody says more.
CREATE FUNCTION begin_company() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company (agreement, name, country) SELECT n.agreement, n.name, n.country FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER agreement_begins_company AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_company();
INSERT INTO company (agreement, name, country) SELECT a.agreement, a.name, a.country FROM agreement a;

ALTER TABLE company ALTER COLUMN agreement SET STATISTICS 0;
SELECT keep_trail('company', 'Company', '{}');
