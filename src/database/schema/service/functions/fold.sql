CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  -- left() takes nothing away. It is strict, as CASE is not: so the planner knows that fold(x) = … excludes x IS NULL,
  -- and takes indexes WHERE x IS NOT NULL.
  RETURN left(
    CASE
      WHEN octet_length(value) = char_length(value) OR lower(value COLLATE "und-x-icu") IS NFC NORMALIZED
        THEN lower(value COLLATE "und-x-icu")
      ELSE normalize(lower(value COLLATE "und-x-icu"))
    END,
    12 * octet_length(value)
  );

COMMENT ON FUNCTION fold(text) IS
  'Text compares without case, for Danish letters too (rule 2.2), and in NFC: both sides are folded with ICU''s root '
  'rules, so that ''ØRSTED'' equals ''ørsted'', ''é'' in one character equals ''é'' in two, and nothing else does. '
  'ASCII, and what is in NFC already, costs little more. Where order counts, the statement adds the Danish '
  'collation itself (a function''s result takes its collation from the arguments).';

-- What is indexed by this function is indexed anew where it may be another value than before.
DO $$
DECLARE
  one record;
  is_other boolean;
  definition text;
BEGIN
  FOR one IN
    SELECT i.indexrelid::regclass AS index, i.indrelid::regclass AS relation,
      (regexp_matches(pg_get_indexdef(i.indexrelid), 'fold\((\w+)\)', 'g'))[1] AS text
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r'
  LOOP
    -- With a column, as Citus keeps what the subquery finds; and not IS NORMALIZED, which it cannot read there.
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %1$s x WHERE normalize(x.%2$I) <> x.%2$I)', one.relation, one.text)
      INTO is_other;
    IF is_other THEN
      -- REINDEX would not do: this session remembers the index's expression, with the function as it was.
      definition := pg_get_indexdef(one.index);
      EXECUTE format('DROP INDEX %s', one.index);
      EXECUTE definition;
    END IF;
  END LOOP;
END
$$;
