CREATE OR REPLACE FUNCTION refuse_changed_meanwhile(is_written boolean, what text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_written THEN
    RAISE EXCEPTION 'the dimensions of % have been changed meanwhile', what USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

COMMENT ON FUNCTION refuse_changed_meanwhile(boolean, text) IS
  'Of two that change one thing at once, the second finds it changed, and looks again.';
