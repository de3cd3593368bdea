CREATE OR REPLACE FUNCTION is_of_trail(item jsonb, arguments text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  RETURN cardinality(arguments) < 6 OR item ->> arguments[4] = ANY (arguments[5]::text[]);

COMMENT ON FUNCTION is_of_trail(jsonb, text[]) IS
  'Whether the trail tells a row of a partitioned table as one of the part. Arguments five and six of its triggers, '
  'where there are any, are a column and the values of it that are meant.';
