CREATE OR REPLACE FUNCTION source_of_voucher(agreement_number int, journal int, booking_number int, voucher int,
  entry_type int) RETURNS text
  LANGUAGE sql STABLE
  RETURN CASE
    WHEN journal IS NOT NULL THEN 'journal'
    WHEN EXISTS (SELECT FROM booked_invoice i
      WHERE i.agreement = agreement_number AND i.invoice_number = voucher AND i.booking = booking_number) THEN 'invoice'
    WHEN entry_type IN (7, 8) THEN 'opening'
    ELSE 'system' END;

COMMENT ON FUNCTION source_of_voucher(int, int, int, int, int) IS
  'Where the voucher of a booked entry is from: a journal, an invoice, an opening, or what the service books by '
  'itself. With the journal it tells apart vouchers of one number (rule 6.11).';
