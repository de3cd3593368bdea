-- A number that changes is carried on to what refers to it by a trigger: ON UPDATE CASCADE is not to be had where rows are spread over servers.

-- Arguments: the table that refers, its columns, and those that it refers to; neither with the agreement.
CREATE FUNCTION carry_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  changes text;
  conditions text;
BEGIN
  SELECT string_agg(format('%I = %L', c.own, to_jsonb(NEW) ->> c.theirs), ', '), string_agg(format('%I = %L', c.own, to_jsonb(OLD) ->> c.theirs), ' AND ')
    INTO changes, conditions FROM unnest(TG_ARGV[1]::text[], TG_ARGV[2]::text[]) AS c(own, theirs);
  EXECUTE format('UPDATE %I SET %s WHERE agreement = %L AND %s', TG_ARGV[0], changes, OLD.agreement, conditions);
  RETURN NULL;
END
$$;

-- Triggers run in the order of their names, and this one before those of the foreign keys, RI_…: then nothing refers to the old number any more.
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN
    SELECT c.conrelid::regclass AS referring, c.conname, c.confrelid::regclass AS referred, c.confupdtype, pg_get_constraintdef(c.oid) AS definition,
      (SELECT array_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number WHERE k.place > 1) AS own,
      (SELECT array_agg(a.attname ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number WHERE k.place > 1) AS theirs,
      (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ') FROM unnest(c.confkey) AS k(number)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number WHERE a.attname <> 'agreement') AS changed
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confupdtype = 'c' AND c.connamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.referring, key.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', key.referring, key.conname, replace(key.definition, ' ON UPDATE CASCADE', ''));
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION carry_key(%L, %L, %L)',
      'Carry_to_' || key.conname, key.referred, key.changed, key.referring, key.own, key.theirs);
  END LOOP;
END
$$;
