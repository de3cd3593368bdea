-- Changes account. No account says a box yet.
ALTER TABLE account ADD COLUMN vat_box text CONSTRAINT account_vat_box_check CHECK (vat_box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty'));
COMMENT ON COLUMN account.vat_box IS
  'The box of a VAT return that what is posted to the account counts in. NULL: it is no VAT account.';
