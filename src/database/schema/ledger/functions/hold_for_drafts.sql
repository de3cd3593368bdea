CREATE OR REPLACE FUNCTION hold_for_drafts(agreement_number int, journals int[], first_days date[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM journal j WHERE j.agreement = agreement_number AND j.number = ANY (journals) ORDER BY j.number
    FOR NO KEY UPDATE;
  PERFORM 1 FROM accounting_year y JOIN accounting_period p ON p.agreement = agreement_number AND p.year = y.year
  WHERE y.agreement = agreement_number AND p.date_from = ANY (first_days)
  ORDER BY y.date_from, p.date_from FOR SHARE OF y, p;
END
$$;

COMMENT ON FUNCTION hold_for_drafts(int, int[], date[]) IS
  'Locks what creates of draft entries lock, in their order: journals, then the years and periods that begin on the '
  'days given. Statements after it see what was committed while it waited.';
