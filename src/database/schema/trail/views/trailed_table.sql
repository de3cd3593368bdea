CREATE OR REPLACE VIEW trailed_table AS
  SELECT c.relname AS name, string_to_array(encode(t.tgargs, 'escape'), '\000') AS arguments
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid AND t.tgname = c.relname || '_trail_created';

COMMENT ON VIEW trailed_table IS 'The tables that have a trail, with the arguments of its triggers.';
