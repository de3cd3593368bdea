CREATE OR REPLACE FUNCTION today_of(agreement_number int) RETURNS date
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (clock_of(agreement_number) AT TIME ZONE 'UTC')::date;
END
$$;

COMMENT ON FUNCTION today_of(int) IS 'The day by the clock of the agreement, in UTC.';
