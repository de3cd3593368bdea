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
  category               text CONSTRAINT vat_code_category_check
    CHECK (category IN ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  deductible_percentage  numeric(9, 4) NOT NULL DEFAULT 100,
  report                 text CONSTRAINT vat_code_report_check
    CHECK (report IN ('aGoods', 'aServices', 'bGoods', 'bGoodsNotListed', 'bServices', 'c')),
  box                    text CONSTRAINT vat_code_box_check
    CHECK (box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty')),
  contra_box             text CONSTRAINT vat_code_contra_box_check
    CHECK (contra_box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty')),
  PRIMARY KEY (agreement, code),
  CONSTRAINT vat_code_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT vat_code_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT vat_code_deductible_percentage_check CHECK (deductible_percentage BETWEEN 0 AND 100),
  CONSTRAINT vat_code_deducts_from_purchases CHECK (type = 2 OR deductible_percentage = 100)
);
ALTER TABLE vat_code ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE vat_code IS 'A VAT code: what is added or taken, and the accounts that it is booked on.';
COMMENT ON COLUMN vat_code.contra_account_number IS
  'Reverse charge: the account that takes the opposite of the tax. NULL for ordinary codes.';
COMMENT ON COLUMN vat_code.category IS
  'What an e-invoice calls the VAT of sales with the code (UNCL 5305). NULL: it goes by the rate, and the zone.';
COMMENT ON COLUMN vat_code.deductible_percentage IS 'How much of the tax is deducted. The rest is a cost of the entry.';
COMMENT ON COLUMN vat_code.report IS 'The box of a VAT return that the base of the code counts in. NULL: none.';
COMMENT ON COLUMN vat_code.box IS
  'The box of a VAT return that the tax of the code counts in. NULL: that of its account.';
COMMENT ON COLUMN vat_code.contra_box IS
  'The box that the other side of a reverse charge counts in. NULL: that of its account.';

-- A code is taken whether in capitals or not. The key tells the two apart, so of two that came at once both were kept.
CREATE UNIQUE INDEX vat_code_code_unique ON vat_code (agreement, fold(code),
  (CASE WHEN code IS NFC NORMALIZED THEN '' ELSE code END));

CREATE OR REPLACE TRIGGER vat_code_kept AFTER UPDATE ON vat_code
  FOR EACH ROW WHEN (OLD.type <> NEW.type OR OLD.rate <> NEW.rate OR OLD.account_number <> NEW.account_number
    OR OLD.contra_account_number IS DISTINCT FROM NEW.contra_account_number
    OR OLD.deductible_percentage <> NEW.deductible_percentage)
  EXECUTE FUNCTION keep_booked_vat_code();
CREATE OR REPLACE TRIGGER vat_code_returned_kept AFTER UPDATE ON vat_code
  FOR EACH ROW WHEN (OLD.report IS DISTINCT FROM NEW.report OR OLD.box IS DISTINCT FROM NEW.box
    OR OLD.contra_box IS DISTINCT FROM NEW.contra_box)
  EXECUTE FUNCTION keep_returned_vat_code();
CREATE OR REPLACE TRIGGER vat_code_made_off_summaries AFTER INSERT ON vat_code REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE OR REPLACE TRIGGER vat_code_changed_off_summaries AFTER UPDATE ON vat_code REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE OR REPLACE TRIGGER vat_code_unique_made AFTER INSERT ON vat_code REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('code', 'vat_code_code_unique');
CREATE OR REPLACE TRIGGER vat_code_unique_changed AFTER UPDATE ON vat_code
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_forms('code', 'vat_code_code_unique');
SELECT keep_trail('vat_code', 'VatCodes', '{code}');
