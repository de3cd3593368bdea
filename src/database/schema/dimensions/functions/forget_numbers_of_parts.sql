CREATE OR REPLACE FUNCTION forget_numbers_of_parts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM counter c
    USING (SELECT o.agreement, p.name || ' of ' || o.number AS name FROM old_rows o
      CROSS JOIN unnest(TG_ARGV) AS p(name)) AS gone
    WHERE c.agreement = gone.agreement AND c.name = gone.name;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION forget_numbers_of_parts() IS
  'Forgets the counters of the parts of deleted rows; the arguments are the tables of the parts.';
