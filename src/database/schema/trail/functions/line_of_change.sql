CREATE OR REPLACE FUNCTION line_of_change(number int, resource text, key text, property text, before text, after text, moment timestamptz, app int)
  RETURNS text LANGUAGE sql STABLE
  RETURN '[' || number || ',' || to_json(resource) || ',' || to_json(key) || ',' || to_json(property) || ','
    || coalesce(to_json(before)::text, 'null') || ',' || coalesce(to_json(after)::text, 'null') || ',"'
    || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' || coalesce(app::text, 'null') || ']';

COMMENT ON FUNCTION line_of_change(int, text, text, text, text, text, timestamptz, int) IS
  'JSON as JavaScript writes it, so that whoever recomputes the seals needs no database.';
