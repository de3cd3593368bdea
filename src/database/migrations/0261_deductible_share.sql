-- Changes vat_code. All of a tax was deductible.
ALTER TABLE vat_code ADD COLUMN deductible_percentage numeric(9, 4) NOT NULL DEFAULT 100;
ALTER TABLE vat_code ADD CONSTRAINT vat_code_deductible_percentage_check CHECK (deductible_percentage BETWEEN 0 AND 100);
ALTER TABLE vat_code ADD CONSTRAINT vat_code_deducts_from_purchases CHECK (type = 2 OR deductible_percentage = 100);
COMMENT ON COLUMN vat_code.deductible_percentage IS 'How much of the tax is deducted. The rest is a cost of the entry.';
