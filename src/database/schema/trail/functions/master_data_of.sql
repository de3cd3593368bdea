CREATE OR REPLACE FUNCTION master_data_of(agreement_number int) RETURNS TABLE (resource text, key text, property text,
  value text)
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  trailed record;
BEGIN
  FOR trailed IN SELECT t.name, t.arguments FROM trailed_table t ORDER BY t.name LOOP
    RETURN QUERY EXECUTE format('SELECT $2, key_of_item(i.item, $3), property_of(v.column_name), v.value
      FROM (SELECT to_jsonb(r) AS item FROM %I r WHERE r.agreement = $1) AS i
      CROSS JOIN LATERAL values_of_item(i.item, $4, $5) AS v', trailed.name)
      USING agreement_number, trailed.arguments[1], trailed.arguments[2]::text[], trailed.arguments[3]::text[],
        trailed.arguments[4]::text[];
  END LOOP;
END
$$;

COMMENT ON FUNCTION master_data_of(int) IS
  'All master data that an agreement has, a row for each property, as its trail would end up saying it.';
