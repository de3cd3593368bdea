CREATE OR REPLACE FUNCTION line_of_change(number int, resource text, key text, property text, before text, after text,
  moment timestamptz, app int,
    change_first int, change_last int, grant_number int, person text, is_claimed boolean)
  RETURNS text LANGUAGE sql STABLE
  RETURN '[' || number || ',' || to_json(resource) || ',' || to_json(key) || ',' || to_json(property) || ','
    || coalesce(to_json(before)::text, 'null') || ',' || coalesce(to_json(after)::text, 'null') || ',"'
    || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' || coalesce(app::text, 'null') || ','
    || change_first || ',' || change_last || ',' || coalesce(grant_number::text, 'null') || ','
      || coalesce(to_json(person)::text, 'null') || ','
    || is_claimed || ']';

COMMENT ON FUNCTION line_of_change(int, text, text, text, text, text, timestamptz, int, int, int, int, text, boolean) IS
  'JSON as JavaScript writes it, so that whoever recomputes the seals needs no database. Rows from before changes were '
  'told apart end with the app.';
