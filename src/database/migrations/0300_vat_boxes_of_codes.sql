-- Changes vat_code. No code says a box yet: declareDanishBoxes does, with a trail.
ALTER TABLE vat_code ADD COLUMN report text CONSTRAINT vat_code_report_check CHECK (report IN ('aGoods', 'aServices', 'bGoods', 'bGoodsNotListed', 'bServices', 'c'));
ALTER TABLE vat_code ADD COLUMN box text CONSTRAINT vat_code_box_check CHECK (box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty'));
ALTER TABLE vat_code ADD COLUMN contra_box text CONSTRAINT vat_code_contra_box_check CHECK (contra_box IN ('salesTax', 'goodsAbroadTax', 'servicesAbroadTax', 'purchaseTax', 'oilDuty',
    'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty'));
COMMENT ON COLUMN vat_code.report IS 'The box of a VAT return that the base of the code counts in. NULL: none.';
COMMENT ON COLUMN vat_code.box IS
  'The box of a VAT return that the tax of the code counts in. NULL: that of its account.';
COMMENT ON COLUMN vat_code.contra_box IS
  'The box that the other side of a reverse charge counts in. NULL: that of its account.';
