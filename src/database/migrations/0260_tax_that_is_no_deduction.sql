-- Changes booked_entry. The part of a tax that is not deducted is an entry of its own, which names its VAT code.
ALTER TABLE booked_entry ADD COLUMN non_deductible_vat_code text;
COMMENT ON COLUMN booked_entry.non_deductible_vat_code IS
  'The VAT code whose tax it is the part of that is not deducted: a cost, and no base of the code.';
