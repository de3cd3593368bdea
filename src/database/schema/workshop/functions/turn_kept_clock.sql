CREATE OR REPLACE FUNCTION turn_kept_clock(agreement_number int, kept_of int, snapshot_number int) RETURNS void
  LANGUAGE sql AS $$
  UPDATE sandbox_clock c SET set_at = c.set_at + (clock_timestamp() - s.made_at)
  FROM snapshot s
  WHERE c.agreement = agreement_number AND NOT c.is_frozen AND s.agreement = kept_of AND s.number = snapshot_number
$$;

COMMENT ON FUNCTION turn_kept_clock(int, int, int) IS
  'Has the clock of a sandbox that came back from a snapshot go on from where it was then, whatever time has gone by '
  'since.';
REVOKE ALL ON FUNCTION turn_kept_clock(int, int, int) FROM PUBLIC;
