CREATE OR REPLACE FUNCTION tell_intervals_of(agreement_number int, owner int) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account a WHERE a.agreement = agreement_number AND a.number = owner FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM (
      SELECT i.from_account_number <= lag(i.to_account_number) OVER (ORDER BY i.from_account_number) AS overlaps
      FROM total_interval i WHERE i.agreement = agreement_number AND i.account_number = owner) AS x WHERE x.overlaps)
        THEN
    RAISE EXCEPTION 'intervals of account % overlap', owner
      USING ERRCODE = 'check_violation', CONSTRAINT = 'total_interval_overlap', TABLE = 'total_interval';
  END IF;
  UPDATE account a SET object_version = nextval('object_version'), last_updated = clock_timestamp(), total_intervals = (
    SELECT string_agg(i.from_account_number || '..' || i.to_account_number, ';' ORDER BY i.from_account_number)
    FROM total_interval i WHERE i.agreement = agreement_number AND i.account_number = owner)
  WHERE a.agreement = agreement_number AND a.number = owner;
END
$$;

COMMENT ON FUNCTION tell_intervals_of(int, int) IS
  'The account tells its intervals, `1000..4990;6100..6198`, and changes with them. Its row is locked, so that two '
  'intervals at once see each other.';
