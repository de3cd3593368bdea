CREATE OR REPLACE FUNCTION trail_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  key_columns text[] := TG_ARGV[1]::text[];
  left_out text[] := TG_ARGV[2]::text[];
BEGIN
  FOR touched IN
    WITH n_item AS MATERIALIZED (SELECT r.agreement, to_jsonb(r) AS item FROM new_rows r),
    o_item AS MATERIALIZED (SELECT r.agreement, to_jsonb(r) AS item FROM old_rows r),
    n AS (SELECT i.agreement, i.item, key_of_item(i.item, key_columns) AS key FROM n_item i
      WHERE is_of_trail(i.item, TG_ARGV) OFFSET 0),
    o AS (SELECT i.agreement, i.item, key_of_item(i.item, key_columns) AS key FROM o_item i
      WHERE is_of_trail(i.item, TG_ARGV) OFFSET 0)
    SELECT n.agreement, array_agg(n.key ORDER BY n.key, v.key) AS keys,
      array_agg(property_of(v.key) ORDER BY n.key, v.key) AS properties,
      array_agg(o.item ->> v.key ORDER BY n.key, v.key) AS befores, array_agg(v.value ORDER BY n.key, v.key) AS afters
    FROM n JOIN o ON o.agreement = n.agreement AND o.key = n.key
    CROSS JOIN LATERAL jsonb_each_text(n.item - left_out) AS v
    WHERE o.item ->> v.key IS DISTINCT FROM v.value
    GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores,
      touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION trail_changed() IS 'Writes what has changed of rows to the trail. Arguments as of trail_created.';
