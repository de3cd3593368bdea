CREATE TABLE vat_zone (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1 AND (number NOT IN (6, 7))),
  name            text NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE vat_zone ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE vat_zone IS
  'Where a customer is for VAT. 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects; 6 and 7 are '
  'reserved; 8 and up are the agreement''s own, one for a country.';

SELECT keep_trail('vat_zone', 'VatZones', '{number}');
