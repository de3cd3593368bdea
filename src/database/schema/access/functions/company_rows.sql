CREATE OR REPLACE FUNCTION company_rows(agreement_number int, piece_bytes bigint, has_what_stays boolean)
  RETURNS TABLE (table_name name, place int, columns text, rows json)
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  schema_name text := current_schema();
  part record;
BEGIN
  FOR part IN SELECT t.name, t.columns FROM company_tables() t WHERE has_what_stays OR NOT t.stays LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %1$L::name, p.piece, %2$L::text, json_agg(p.t) FROM (
         SELECT t, (sum(pg_column_size(t.*)) OVER (ROWS UNBOUNDED PRECEDING) / $2)::int AS piece
         FROM %3$I.%1$I t WHERE t.agreement = $1) p
       GROUP BY p.piece', part.name, part.columns, schema_name) USING agreement_number, piece_bytes;
  END LOOP;
END
$$;

COMMENT ON FUNCTION company_rows(int, bigint, boolean) IS
  'Everything that an agreement has, with or without what stays (company_tables), a table after the other, in pieces '
  'of about so many bytes. All of it is of one moment, that of the statement that asks: the function is stable, so its '
  'queries see what that one sees.';
REVOKE ALL ON FUNCTION company_rows(int, bigint, boolean) FROM PUBLIC;
