CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(value COLLATE "und-x-icu");

COMMENT ON FUNCTION fold(text) IS
  'Text compares without case, for Danish letters too (rule 2.2): both sides are folded with ICU''s root rules, so '
  'that ''ØRSTED'' equals ''ørsted'' and nothing else does. Where order counts, the statement adds the Danish '
  'collation itself (a function''s result takes its collation from the arguments).';
