CREATE TABLE vat_code (
  agreement              int NOT NULL REFERENCES agreement,
  code                   text NOT NULL CHECK (length(code) BETWEEN 1 AND 5),
  name                   text NOT NULL,
  type                   int NOT NULL CHECK (type IN (1, 2)),
  rate                   numeric(9, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  account_number         int NOT NULL,
  contra_account_number  int,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, code),
  CONSTRAINT vat_code_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT vat_code_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account
);
ALTER TABLE vat_code ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE vat_code IS 'A VAT code: what is added or taken, and the accounts that it is booked on.';
COMMENT ON COLUMN vat_code.contra_account_number IS
  'Reverse charge: the account that takes the opposite of the tax. NULL for ordinary codes.';

-- A code is taken whether in capitals or not. The key tells the two apart, so of two that came at once both were kept.
CREATE UNIQUE INDEX vat_code_code_unique ON vat_code (agreement, fold(code));

