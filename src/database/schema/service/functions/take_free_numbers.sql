CREATE OR REPLACE FUNCTION take_free_numbers(agreement_number int, table_name text, within_column text,
  within_value int, amount int, given int[])
  RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
  counter_name text := concat_ws(' of ', table_name, within_value::text);
  next int := take_numbers(agreement_number, counter_name, 0);
  batch int := amount;
  free int[] := '{}';
  found int[];
  highest int;
BEGIN
  IF table_name IN ('project', 'project_group', 'activity_group') THEN
    EXECUTE format('SELECT greatest(0, (SELECT max(x.number) FROM %I x WHERE x.agreement = $1),
      (SELECT max(n) FROM unnest($2) AS n))', table_name)
      INTO highest USING agreement_number, given;
    IF highest <= 2147483647 - amount THEN
      RETURN ARRAY(SELECT highest + n FROM generate_series(1, amount) AS n ORDER BY n);
    END IF;
  END IF;
  WHILE cardinality(free) < amount LOOP
    EXECUTE format('SELECT array_agg(n ORDER BY n) FROM generate_series($2, $2 + $3 - 1) AS n WHERE n <> ALL ($4)
        AND NOT EXISTS (SELECT FROM %I x WHERE x.agreement = $1 AND x.number = n%s)%s', table_name,
        CASE WHEN within_column IS NULL THEN '' ELSE format(' AND x.%I = $5', within_column) END,
        CASE table_name WHEN 'subscriber'
          THEN ' AND NOT EXISTS (SELECT FROM subscriber x WHERE x.agreement = $1 AND coalesce(x.chain, x.number) = n)'
          ELSE '' END)
      INTO found USING agreement_number, next, batch, given, within_value;
    free := free || found;
    next := next + batch;
    batch := batch * 2;
  END LOOP;
  IF amount > 0 THEN
    PERFORM take_numbers(agreement_number, counter_name, free[amount] + 1 - take_numbers(agreement_number, counter_name,
      0));
  END IF;
  RETURN free[:amount];
END
$$;

COMMENT ON FUNCTION take_free_numbers(int, text, text, int, int, int[]) IS
  'The next numbers of a table that no row has and no client gives in the same statement: in the agreement, or among '
  'the rows with one value of a column. Of projects, project groups and activity groups the number after the '
  'highest; after the highest that an integer holds, the next that is free. The number of a chain''s first '
  'subscriber stays taken when that one is deleted. The counter stays locked until the transaction ends, also where '
  'none is taken.';
