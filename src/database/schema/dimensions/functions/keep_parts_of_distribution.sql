CREATE OR REPLACE FUNCTION keep_parts_of_distribution() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (SELECT array_agg(ROW((l.x ->> 'key')::int, (l.x ->> 'percent')::numeric) ORDER BY l.place)
        FROM json_array_elements(OLD.lines) WITH ORDINALITY AS l(x, place))
      IS DISTINCT FROM (SELECT array_agg(ROW((l.x ->> 'key')::int, (l.x ->> 'percent')::numeric) ORDER BY l.place)
        FROM json_array_elements(NEW.lines) WITH ORDINALITY AS l(x, place)) THEN
    PERFORM FROM dimension_key k
      WHERE k.agreement = NEW.agreement AND k.dimension_number = NEW.dimension_number AND k.number = NEW.number
        FOR UPDATE;
    IF EXISTS (SELECT FROM booked_reference x WHERE x.agreement = NEW.agreement AND CASE NEW.dimension_number
          WHEN 1 THEN x.departmental_distribution_number WHEN 2 THEN x.dimension2_key
            ELSE x.dimension3_key END = NEW.number)
        OR EXISTS (SELECT FROM changed_dimension x
          WHERE x.agreement = NEW.agreement AND x.dimension_number = NEW.dimension_number
            AND x.dimension_key = NEW.number) THEN
      RAISE EXCEPTION 'booked entries have distribution % of dimension %', NEW.number, NEW.dimension_number
        USING ERRCODE = 'check_violation',
        CONSTRAINT = 'dimension_distribution_keeps_parts', TABLE = 'dimension_distribution';
    END IF;
  END IF;
  DELETE FROM distribution_part p
    WHERE p.agreement = NEW.agreement AND p.dimension_number = NEW.dimension_number
      AND p.distribution_number = NEW.number;
  INSERT INTO distribution_part (agreement, dimension_number, distribution_number, value_number, place, percent)
    SELECT NEW.agreement, NEW.dimension_number, NEW.number, (l.x ->> 'key')::int, l.place, (l.x ->> 'percent')::numeric
    FROM json_array_elements(NEW.lines) WITH ORDINALITY AS l(x, place);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_parts_of_distribution() IS
  'Keeps the parts of a distribution in rows. Parts that change are refused once a booked entry has the '
  'distribution. The rule of the write may not see a booking that is committed meanwhile. That booking holds the '
  'key, so this waits for it, and then sees it.';
