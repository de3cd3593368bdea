CREATE OR REPLACE FUNCTION record_changes(agreement_number int, resource_name text, keys text[], properties text[],
  befores text[], afters text[])
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  caller int := nullif(current_setting('daybook.app', true), '')::int;
  granted int := nullif(current_setting('daybook.grant', true), '')::int;
  acting text := nullif(current_setting('daybook.person', true), '');
  initials text := ltrim(acting, '?');
  is_claimed boolean := coalesce(acting LIKE '?%', false);
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  first := take_numbers(agreement_number, 'change', cardinality(keys));
  SELECT c.seal INTO previous FROM change c WHERE c.agreement = agreement_number AND c.number = first - 1;
  INSERT INTO change (agreement, number, resource, key, property, before, after, changed_at, app, seal, change_first,
    change_last, grant_number, person, is_person_claimed)
  SELECT agreement_number, c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller,
    chain_of(coalesce(previous, decode(repeat('00', 32), 'hex')),
      line_of_change(c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller, c.from_number,
        c.to_number, granted, initials, is_claimed)) OVER (ORDER BY c.number),
    c.from_number, c.to_number, granted, initials, is_claimed
  FROM (
    SELECT u.number, u.key, u.property, u.before, u.after, min(u.number) OVER w AS from_number,
      max(u.number) OVER w AS to_number
    FROM (
      SELECT first + x.place::int - 1 AS number, x.key, x.property, x.before, x.after
      FROM unnest(keys, properties, befores, afters) WITH ORDINALITY AS x(key, property, before, after, place)
    ) AS u
    WINDOW w AS (PARTITION BY u.key)
  ) AS c;
END
$$;

COMMENT ON FUNCTION record_changes(int, text, text[], text[], text[], text[]) IS
  'Writes changes at the end of an agreement''s trail; the rows of an item follow each other, and are one change. The '
  'counter''s row stays locked: numbers and seals are in the order of the commits. The setting daybook.person has the '
  'initials of who acts, behind a question mark where an app claims it.';
