CREATE OR REPLACE FUNCTION trail_changed_row() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT array_agg(key_of_item(to_jsonb(NEW), TG_ARGV[1]::text[]) ORDER BY v.key) AS keys,
    array_agg(property_of(v.key) ORDER BY v.key) AS properties,
    array_agg(to_jsonb(OLD) ->> v.key ORDER BY v.key) AS befores, array_agg(v.value ORDER BY v.key) AS afters INTO found
  FROM jsonb_each_text(to_jsonb(NEW) - TG_ARGV[2]::text[]) AS v WHERE to_jsonb(OLD) ->> v.key IS DISTINCT FROM v.value;
  PERFORM record_changes(NEW.agreement, TG_ARGV[0], found.keys, found.properties, found.befores, found.afters);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION trail_changed_row() IS
  'The same for a table whose rows change all the time in what is no master data: a trigger''s condition looks at '
  'rows, not at statements.';
