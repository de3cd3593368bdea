CREATE OR REPLACE FUNCTION line_of_document(l document_log) RETURNS text
  LANGUAGE sql STABLE
  RETURN '[' || l.number || ',' || l.is_detached || ',' || l.document_number || ',' || to_json(l.accounting_year) || ','
    || coalesce(l.journal_number::text, 'null') || ',' || l.voucher_number || ',' || coalesce('"' || encode(l.hash, 'hex') || '"', 'null')
    || coalesce(',' || to_json(l.source) || coalesce(',' || to_json(l.reason), ''), '') || ']';

COMMENT ON FUNCTION line_of_document(document_log) IS
  'What a seal says of a row of the log: JSON as JavaScript writes it. Rows of before have no source, and lines without it.';
