CREATE OR REPLACE FUNCTION keep_keys() RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  FOR kept IN SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = c.relname || '_key_stays'
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', kept.tgname, kept.relname);
  END LOOP;
  FOR kept IN SELECT h.target, string_agg(DISTINCT format(' OR OLD.%1$I IS DISTINCT FROM NEW.%1$I', h.target_column),
    '') AS columns
    FROM held_reference h GROUP BY h.target
  LOOP
    EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW WHEN (OLD.agreement <> NEW.agreement%3$s)
      EXECUTE FUNCTION refuse_new_key()', kept.target || '_key_stays', kept.target, kept.columns);
  END LOOP;
END
$$;

COMMENT ON FUNCTION keep_keys() IS
  'No row that can be named changes what it is named by, whatever statement or trigger would change it.';
