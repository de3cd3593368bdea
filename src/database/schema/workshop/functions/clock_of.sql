CREATE OR REPLACE FUNCTION clock_of(agreement_number int) RETURNS timestamptz
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((
    SELECT CASE WHEN c.is_frozen THEN c.shown
      ELSE c.shown + make_interval(secs => extract(epoch FROM clock_timestamp() - c.set_at)::float8) END
    FROM sandbox_clock c JOIN agreement a ON a.agreement = c.agreement AND a.is_sandbox
    WHERE c.agreement = agreement_number), clock_timestamp());
END
$$;

COMMENT ON FUNCTION clock_of(int) IS
  'The time by the clock of the agreement: the real one, but where a sandbox has set its own.';
