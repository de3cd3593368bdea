CREATE OR REPLACE FUNCTION refuse_matches_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  closed record;
BEGIN
  SELECT y.agreement, y.year INTO closed
    FROM (SELECT DISTINCT i.agreement, i.date FROM inserted i) AS i
    JOIN accounting_year y ON y.agreement = i.agreement AND i.date BETWEEN y.date_from AND y.date_to
    WHERE y.is_closed
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'accounting year % of agreement % is closed and takes no more matches', closed.year,
      closed.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_match_year_closed';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refuse_matches_of_closed_year() IS
  'A match that counts from a day of a closed year is refused: the lists of that year stay what they are. The '
  'agreement''s row is locked by who matches, as by who closes a year.';
