CREATE OR REPLACE FUNCTION forget_referred(referring_table text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  FOR kept IN SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = format('%s_keeps_%s', referring_table, c.relname)
      AND NOT EXISTS (SELECT FROM held_reference h WHERE h.referring = referring_table AND h.target = c.relname)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', kept.tgname, kept.relname);
    EXECUTE format('DROP FUNCTION %I()', kept.tgname);
  END LOOP;
END
$$;

COMMENT ON FUNCTION forget_referred(text) IS 'What `referring` no longer names is no longer kept for it.';
