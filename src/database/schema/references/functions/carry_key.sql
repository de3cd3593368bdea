CREATE OR REPLACE FUNCTION carry_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  changes text;
  conditions text;
BEGIN
  SELECT string_agg(format('%I = %L', c.own, to_jsonb(NEW) ->> c.theirs), ', '),
    string_agg(format('%I = %L', c.own, to_jsonb(OLD) ->> c.theirs), ' AND ')
    INTO changes, conditions FROM unnest(TG_ARGV[1]::text[], TG_ARGV[2]::text[]) AS c(own, theirs);
  EXECUTE format('UPDATE %I SET %s WHERE agreement = %L AND %s', TG_ARGV[0], changes, OLD.agreement, conditions);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION carry_key() IS
  'Carries a number that changes on to what refers to it: ON UPDATE CASCADE is not to be had where rows are spread '
  'over servers. Runs before the triggers of the foreign keys, RI_…, by its triggers'' names. Arguments: the table '
  'that refers, its columns, and those that it refers to; neither with the agreement.';
