CREATE OR REPLACE FUNCTION record_changes(agreement_number int, resource_name text, keys text[], properties text[], befores text[], afters text[])
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  caller int := nullif(current_setting('daybook.app', true), '')::int;
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  first := take_numbers(agreement_number, 'change', cardinality(keys));
  SELECT c.seal INTO previous FROM change c WHERE c.agreement = agreement_number AND c.number = first - 1;
  INSERT INTO change (agreement, number, resource, key, property, before, after, changed_at, app, seal)
  SELECT agreement_number, c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller,
    chain_of(coalesce(previous, decode(repeat('00', 32), 'hex')),
      line_of_change(c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller)) OVER (ORDER BY c.number)
  FROM (
    SELECT first + u.place::int - 1 AS number, u.key, u.property, u.before, u.after
    FROM unnest(keys, properties, befores, afters) WITH ORDINALITY AS u(key, property, before, after, place)
  ) AS c;
END
$$;

COMMENT ON FUNCTION record_changes(int, text, text[], text[], text[], text[]) IS
  'Writes changes at the end of an agreement''s trail. The counter''s row stays locked: numbers and seals are in the '
  'order of the commits.';
