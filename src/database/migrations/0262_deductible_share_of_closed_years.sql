-- Changes closed_vat_code. All of a tax was deductible.
ALTER TABLE closed_vat_code ADD COLUMN deductible_percentage numeric(9, 4) NOT NULL DEFAULT 100;
