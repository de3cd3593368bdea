CREATE TABLE account (
  agreement                   int NOT NULL REFERENCES agreement,
  number                      int NOT NULL,
  name                        text NOT NULL,
  type                        int NOT NULL CHECK (type BETWEEN 1 AND 7),
  is_barred                   boolean NOT NULL DEFAULT false,
  vat_account_number          int,
  contra_account_number       int,
  total_from_account_number   int,
  opening_account_number      int,
  realisation_account_number  int,
  total_intervals             text,
  is_blocked_for_direct_entries boolean NOT NULL DEFAULT false,
  is_credit                   boolean,
  currency                    text,
  asset_group_number          int,
  display_number              text,
  is_department_mandatory     boolean NOT NULL DEFAULT false,
  is_unit_mandatory           boolean NOT NULL DEFAULT false,
  key_figure_code_number      int,
  vat_code                    text,
  note                        text,
  last_updated                timestamptz NOT NULL DEFAULT now(),
  object_version              bigint NOT NULL DEFAULT nextval('object_version'),
  vat_box                     text CONSTRAINT account_vat_box_check
    CHECK (vat_box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty')),
  standard_account_number     int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT account_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT account_total_from_account_number_fk FOREIGN KEY (agreement, total_from_account_number)
    REFERENCES account,
  CONSTRAINT account_opening_account_number_fk FOREIGN KEY (agreement, opening_account_number) REFERENCES account,
  CONSTRAINT account_realisation_account_number_fk FOREIGN KEY (agreement, realisation_account_number)
    REFERENCES account,
  CONSTRAINT account_vat_account_number_fk FOREIGN KEY (agreement, vat_account_number) REFERENCES account,
  CONSTRAINT account_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT account_standard_of_type CHECK (standard_account_number IS NULL
    OR type = 1 AND standard_account_number < 5000 OR type = 2 AND standard_account_number >= 5000)
);
-- Each of the two tables refers to the other.
ALTER TABLE account
  ADD CONSTRAINT account_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code;
ALTER TABLE account ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE account IS
  'An account of the chart, by its number. Only those of type 1 and 2 take entries (rule 5.5).';
COMMENT ON COLUMN account.type IS
  '1 profit and loss, 2 balance sheet, 3 a sum from total_from_account_number, 4 a heading, 5 a heading of a page, 6 '
  'a sum of its intervals, 7 a line that sums nothing. Only 1 and 2 take entries.';
COMMENT ON COLUMN account.is_credit IS 'Whether it is entered on the credit side; NULL: it has no side.';
COMMENT ON COLUMN account.vat_box IS
  'The box of a VAT return that what is posted to the account counts in. NULL: it is no VAT account.';
COMMENT ON COLUMN account.standard_account_number IS
  'What it is in the public standard chart of Denmark (standard_account). NULL: it is not mapped.';

-- Whether a row is in use is asked by these, when it is deleted.
CREATE INDEX account_of_vat_account ON account (agreement, vat_account_number) WHERE vat_account_number IS NOT NULL;
CREATE INDEX account_of_contra_account ON account (agreement, contra_account_number)
  WHERE contra_account_number IS NOT NULL;
CREATE INDEX account_of_total_from ON account (agreement, total_from_account_number)
  WHERE total_from_account_number IS NOT NULL;
CREATE INDEX account_of_opening_account ON account (agreement, opening_account_number)
  WHERE opening_account_number IS NOT NULL;
CREATE INDEX account_of_realisation_account ON account (agreement, realisation_account_number)
  WHERE realisation_account_number IS NOT NULL;
CREATE INDEX account_of_vat_code ON account (agreement, vat_code) WHERE vat_code IS NOT NULL;
CREATE INDEX account_of_currency ON account (agreement, currency) WHERE currency IS NOT NULL;

CREATE OR REPLACE TRIGGER account_type_kept AFTER UPDATE ON account
  FOR EACH ROW WHEN (OLD.type <> NEW.type) EXECUTE FUNCTION keep_type_of_booked_account();
SELECT keep_trail('account', 'Accounts', '{number}');
