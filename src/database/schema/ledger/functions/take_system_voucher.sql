CREATE OR REPLACE FUNCTION take_system_voucher(agreement_number int) RETURNS int
  LANGUAGE sql AS $$
  INSERT INTO counter AS c (agreement, name, value) VALUES (agreement_number, 'opening_voucher', 900000000)
  ON CONFLICT (agreement, name) DO UPDATE SET value = greatest(c.value + 1, 900000000)
  RETURNING value
$$;

COMMENT ON FUNCTION take_system_voucher(int) IS
  'The number of a voucher of no journal that is no invoice: they begin above those of all journals and invoices that '
  'templates give. Books whose numbers began at 1 go on from there, too.';
