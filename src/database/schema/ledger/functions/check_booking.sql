CREATE OR REPLACE FUNCTION check_booking() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  previous record;
  found_entries bigint;
  is_balanced boolean;
  voucher record;
BEGIN
  SELECT b.last_entry, b.seal INTO previous
    FROM booking b WHERE b.agreement = NEW.agreement AND b.number = NEW.number - 1;
  IF NOT FOUND THEN
    IF NEW.number > 1 THEN
      RAISE EXCEPTION 'booking % of agreement % does not follow booking %', NEW.number, NEW.agreement, NEW.number - 1
        USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_chain';
    END IF;
    SELECT 0 AS last_entry, decode(repeat('00', 32), 'hex') AS seal INTO previous;
  END IF;
  IF NEW.first_entry <> previous.last_entry + 1 OR NEW.previous_seal <> previous.seal THEN
    RAISE EXCEPTION 'booking % of agreement % does not continue entry % and the seal before it',
      NEW.number, NEW.agreement, previous.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_chain';
  END IF;

  SELECT coalesce(sum(v.entries), 0), coalesce(bool_and(v.difference = 0), true) INTO found_entries, is_balanced
    FROM (
      SELECT count(*) FILTER (WHERE e.booking = NEW.number) AS entries, sum(e.amount_in_base_currency) AS difference
      FROM booked_entry e
      WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
      GROUP BY e.voucher_number, e.accounting_year, e.journal_number
    ) AS v;
  IF found_entries <> NEW.last_entry - NEW.first_entry + 1 THEN
    RAISE EXCEPTION 'booking % of agreement % has % entries where % to % were told',
      NEW.number, NEW.agreement, found_entries, NEW.first_entry, NEW.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_gapless';
  END IF;
  IF EXISTS (SELECT FROM booked_entry e WHERE e.agreement = NEW.agreement AND e.entry_number > NEW.last_entry)
    AND NOT EXISTS (SELECT FROM booking b WHERE b.agreement = NEW.agreement AND b.number = NEW.number + 1) THEN
    RAISE EXCEPTION 'agreement % has entries after booking %, which ends at entry %',
      NEW.agreement, NEW.number, NEW.last_entry
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_gapless';
  END IF;

  IF NOT is_balanced THEN
    SELECT e.journal_number, e.accounting_year, e.voucher_number, sum(e.amount_in_base_currency) AS difference
      INTO voucher
      FROM booked_entry e
      WHERE e.agreement = NEW.agreement AND e.entry_number BETWEEN NEW.first_entry AND NEW.last_entry
      GROUP BY e.voucher_number, e.accounting_year, e.journal_number
      HAVING sum(e.amount_in_base_currency) <> 0
      LIMIT 1;
    RAISE EXCEPTION 'voucher % of journal % in % is out of balance by %',
      voucher.voucher_number, voucher.journal_number, voucher.accounting_year, voucher.difference
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_entry_balance';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION check_booking() IS
  'At commit, once per booking: it follows the booking before it, its entries are there without a gap, and every '
  'voucher among them sums to 0.00 in base currency. One reading of the entries tells their number and their '
  'balance; vouchers are sorted by their numbers first, which tell most of them apart.';
