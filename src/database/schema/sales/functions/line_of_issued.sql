CREATE OR REPLACE FUNCTION line_of_issued(number int, document_id int, kind text, as_of text, moment timestamptz,
  app int, content bytea) RETURNS text
  LANGUAGE sql STABLE
  RETURN '[' || number || ',' || document_id || ',"' || kind || '",' || coalesce('"' || as_of || '"', 'null') || ',"'
    || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' || coalesce(app::text, 'null')
      || ',"'
    || encode(sha256(content), 'hex') || '"]';

COMMENT ON FUNCTION line_of_issued(int, int, text, text, timestamptz, int, bytea) IS
  'What a seal says of something issued, with its SHA-256: JSON as JavaScript writes it.';
