CREATE TABLE company (
  agreement                 int PRIMARY KEY REFERENCES agreement,
  name                      text NOT NULL,
  address                   text,
  postal_code               text,
  city                      text,
  country                   text NOT NULL,
  corporate_identification_number text,
  vat_number                text,
  peppol_id                 text,
  email                     text,
  phone                     text,
  homepage                  text,
  bank_registration_number  text,
  bank_account_number       text,
  iban                      text,
  bic                       text,
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  creditor_number           text
);
ALTER TABLE company ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE company IS 'Who the company is, as its invoices say it: one row of the agreement''s.';
COMMENT ON COLUMN company.country IS 'ISO 3166, two letters.';
COMMENT ON COLUMN company.peppol_id IS
  'Where it is found as a sender of e-invoices: scheme and identifier, 0184:12345678.';
COMMENT ON COLUMN company.bank_registration_number IS 'A Danish account; abroad it is known by IBAN and BIC.';
COMMENT ON COLUMN company.creditor_number IS 'Of the Danish payment service: its payment slips are +71<.';

SELECT keep_trail('company', 'Company', '{}');
