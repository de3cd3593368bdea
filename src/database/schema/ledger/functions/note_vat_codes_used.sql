CREATE OR REPLACE FUNCTION note_vat_codes_used() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vat_code_use AS u (agreement, vat_code, first_date)
  SELECT i.agreement, i.vat_code, min(i.date) FROM inserted i WHERE i.vat_code IS NOT NULL
    GROUP BY i.agreement, i.vat_code
  ON CONFLICT (agreement, vat_code) DO UPDATE SET first_date = excluded.first_date
    WHERE u.first_date > excluded.first_date;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION note_vat_codes_used() IS 'Keeps the first day that entries carry a VAT code on.';
