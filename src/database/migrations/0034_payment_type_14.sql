-- Versions of journals before 11.1.1 take payment type 14 (rule 4.5).
ALTER TABLE draft_entry DROP CONSTRAINT draft_entry_supplier_payment_type_check;
ALTER TABLE draft_entry ADD CONSTRAINT draft_entry_supplier_payment_type_check
  CHECK (supplier_payment_type IN (-1, 1, 2, 5, 7, 10, 14, 17));
