CREATE OR REPLACE FUNCTION is_voucher_booked(agreement_number int, year text, journal int, voucher int) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM booked_entry e WHERE e.agreement = agreement_number AND e.voucher_number = voucher
    AND e.journal_number IS NOT DISTINCT FROM journal AND e.accounting_year = year);

COMMENT ON FUNCTION is_voucher_booked(int, text, int, int) IS 'Whether a voucher has booked entries.';
