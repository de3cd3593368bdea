CREATE OR REPLACE FUNCTION put_company_rows(agreement_number int, table_name name, columns text, rows json) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %1$I.%2$I (agreement, %3$s) OVERRIDING SYSTEM VALUE
    SELECT $1, %3$s FROM json_populate_recordset(NULL::%1$I.%2$I, $2)', current_schema(), table_name, columns)
    USING agreement_number, rows;
END
$$;

COMMENT ON FUNCTION put_company_rows(int, name, text, json) IS
  'Inserts rows of company_rows as those of an agreement, whatever agreement they were of.';
REVOKE ALL ON FUNCTION put_company_rows(int, name, text, json) FROM PUBLIC;
