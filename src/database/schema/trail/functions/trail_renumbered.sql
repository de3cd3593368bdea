CREATE OR REPLACE FUNCTION trail_renumbered() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    WITH o AS MATERIALIZED (SELECT r.agreement, to_jsonb(r) AS item, key_of_item(to_jsonb(r), TG_ARGV[1]::text[]) AS key
      FROM old_rows r),
    n AS MATERIALIZED (SELECT r.agreement, to_jsonb(r) AS item, key_of_item(to_jsonb(r), TG_ARGV[1]::text[]) AS key
      FROM new_rows r),
    told AS (
      SELECT o.agreement, 1 AS step, o.key, v.column_name, v.value AS before, NULL::text AS after
      FROM o CROSS JOIN LATERAL values_of_item(o.item, TG_ARGV[2]::text[], TG_ARGV[3]::text[]) AS v
      WHERE NOT EXISTS (SELECT FROM n WHERE n.agreement = o.agreement AND n.key = o.key)
      UNION ALL
      SELECT n.agreement, 2, n.key, v.column_name, NULL, v.value
      FROM n CROSS JOIN LATERAL values_of_item(n.item, TG_ARGV[2]::text[], TG_ARGV[3]::text[]) AS v
      WHERE NOT EXISTS (SELECT FROM o WHERE o.agreement = n.agreement AND o.key = n.key)
    )
    SELECT t.agreement, array_agg(t.key ORDER BY t.step, t.key, t.column_name) AS keys,
      array_agg(property_of(t.column_name) ORDER BY t.step, t.key, t.column_name) AS properties,
      array_agg(t.before ORDER BY t.step, t.key, t.column_name) AS befores,
        array_agg(t.after ORDER BY t.step, t.key, t.column_name) AS afters
    FROM told t GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores,
      touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION trail_renumbered() IS
  'The trail of an item that gets another key: what it said ends under the one, and begins under the other. '
  'Arguments as of `trail_changed`, which tells of items that keep theirs.';
