CREATE OR REPLACE FUNCTION deliveries_aside(agreement_number int) RETURNS int
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM webhook_setup s WHERE s.agreement = agreement_number
    AND s.ordering = 'skipAfterFirst')
    THEN 1000 ELSE 1 END
$$;

COMMENT ON FUNCTION deliveries_aside(int) IS
  'Among how many of a webhook''s pending deliveries, in order, the next one is looked for: the first alone where the '
  'order is strict. Where those that fail step aside, so many can at most.';
