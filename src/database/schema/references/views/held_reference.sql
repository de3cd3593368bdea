CREATE OR REPLACE VIEW held_reference AS
  SELECT t.tgrelid::regclass::text AS referring, r.place, split_part(r.ref, ' ', 1) AS own_column,
    split_part(split_part(r.ref, ' ', 2), '.', 1) AS target,
    split_part(split_part(r.ref, ' ', 2), '.', 2) AS target_column, condition_of_reference(r.ref) AS condition
  FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid AND t.tgname = c.relname || '_names_inserted'
  CROSS JOIN LATERAL unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) WITH ORDINALITY AS r(ref, place)
  WHERE r.ref <> '';

COMMENT ON VIEW held_reference IS
  'Every reference that is held: its table and column, the table and column that it names, in the order given, and '
  'its condition.';
