CREATE OR REPLACE FUNCTION trail_created() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  key_columns text[] := TG_ARGV[1]::text[];
  left_out text[] := TG_ARGV[2]::text[];
  flags text[] := TG_ARGV[3]::text[];
BEGIN
  FOR touched IN
    WITH i AS MATERIALIZED (SELECT n.agreement, to_jsonb(n) AS item FROM new_rows n)
    SELECT i.agreement, array_agg(k.key ORDER BY k.key, v.column_name) AS keys,
      array_agg(property_of(v.column_name) ORDER BY k.key, v.column_name) AS properties,
      array_agg(v.value ORDER BY k.key, v.column_name) AS afters, array_fill(NULL::text, ARRAY[count(*)::int])
        AS befores
    FROM i
    CROSS JOIN LATERAL (SELECT key_of_item(i.item, key_columns) AS key OFFSET 0) AS k
    CROSS JOIN LATERAL values_of_item(i.item, left_out, flags) AS v
    WHERE is_of_trail(i.item, TG_ARGV)
    GROUP BY i.agreement ORDER BY i.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores,
      touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION trail_created() IS
  'Writes what rows say that are created to the trail. Arguments of the triggers: the resource; and as arrays the '
  'columns of its key, those left out, and the flags.';
