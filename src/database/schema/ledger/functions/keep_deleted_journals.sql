CREATE OR REPLACE FUNCTION keep_deleted_journals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_journal (agreement, number, name, next_voucher_number, minimum_voucher_number,
    maximum_voucher_number)
  SELECT o.agreement, o.number, o.name, o.next_voucher_number, o.minimum_voucher_number, o.maximum_voucher_number
  FROM old_rows o
  ON CONFLICT (agreement, number) DO NOTHING;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_deleted_journals() IS 'Keeps what a deleted journal''s vouchers need to be reversed.';
