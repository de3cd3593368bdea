CREATE OR REPLACE FUNCTION next_free_voucher(agreement_number int, journal int, first int, most int) RETURNS int
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  looked_from int := first;
  looked_at int := 1;
  free int;
BEGIN
  WHILE looked_from <= most LOOP
    SELECT min(n.number) INTO free FROM (
      SELECT generate_series(looked_from, least(most, looked_from + looked_at - 1)) AS number
      EXCEPT
      SELECT d.voucher_number FROM draft_entry d WHERE d.agreement = agreement_number AND d.journal_number + 0 = journal
        AND d.voucher_number BETWEEN looked_from AND looked_from + looked_at - 1
      EXCEPT
      SELECT e.voucher_number FROM booked_entry e WHERE e.agreement = agreement_number AND e.journal_number = journal
        AND e.voucher_number BETWEEN looked_from AND looked_from + looked_at - 1) AS n;
    EXIT WHEN free IS NOT NULL;
    looked_from := looked_from + looked_at;
    looked_at := least(65536, greatest(64, 2 * looked_at));
  END LOOP;
  RETURN coalesce(free, most + 1);
END
$$;

COMMENT ON FUNCTION next_free_voucher(int, int, int, int) IS
  'The first voucher number from `first` to `most` that no draft and no booked voucher of the journal has; the one '
  'after `most` where there is none. It is what the next voucher without a number gets. Looks at one number, then at '
  'more and more of them at a time: thousands may have been numbered by hand.';
