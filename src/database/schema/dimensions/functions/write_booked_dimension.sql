CREATE OR REPLACE FUNCTION write_booked_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  owner record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  before int := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.dimension_key END;
  after int := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.dimension_key END;
  year record;
BEGIN
  SELECT y.is_closed INTO year FROM booked_entry e JOIN accounting_year y ON y.agreement = e.agreement
    AND y.year = e.accounting_year
    WHERE e.agreement = owner.agreement AND e.entry_number = owner.entry_number FOR SHARE OF y;
  IF year.is_closed THEN
    RAISE EXCEPTION 'entry % lies in a year that is closed', owner.entry_number USING ERRCODE = 'check_violation',
      CONSTRAINT = 'booked_entry_dimension_year_open', TABLE = 'booked_entry_dimension';
  END IF;
  INSERT INTO changed_dimension AS c (agreement, entry_number, dimension_number, dimension_key)
    VALUES (owner.agreement, owner.entry_number, owner.dimension_number, after)
    ON CONFLICT (agreement, entry_number, dimension_number) DO UPDATE
      SET dimension_key = excluded.dimension_key, object_version = nextval('object_version')
      WHERE c.dimension_key IS NOT DISTINCT FROM before;
  PERFORM refuse_changed_meanwhile(FOUND, 'entry ' || owner.entry_number);
  IF before IS DISTINCT FROM after THEN
    INSERT INTO dimension_change (agreement, number, entry_number, dimension_number, dimension_key_from,
      dimension_key_to, app)
      VALUES (owner.agreement, take_numbers(owner.agreement, 'dimension_change', 1), owner.entry_number,
        owner.dimension_number, before, after, nullif(current_setting('daybook.app', true), '')::int);
  END IF;
  RETURN owner;
END
$$;

COMMENT ON FUNCTION write_booked_dimension() IS
  'Gives a booked entry another key of a dimension, beside it, and logs that. The year stays open until this is '
  'committed, and a closed one keeps its reports.';
