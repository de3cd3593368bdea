CREATE OR REPLACE FUNCTION line_of_document(l document_log) RETURNS text
  LANGUAGE sql STABLE
  RETURN '[' || l.number || ',' || l.is_detached || ',' || l.document_number || ',' || to_json(l.accounting_year) || ','
    || coalesce(l.journal_number::text, 'null') || ',' || l.voucher_number || ','
      || coalesce('"' || encode(l.hash, 'hex') || '"', 'null')
    || coalesce(',' || to_json(l.source) || coalesce(',' || to_json(l.reason), ''), '')
    || CASE WHEN l.grant_number IS NOT NULL OR l.person IS NOT NULL OR l.is_person_claimed
      THEN ',' || coalesce(l.app::text, 'null') || ',' || coalesce(l.grant_number::text, 'null') || ','
        || coalesce(to_json(l.person)::text, 'null') || ',' || l.is_person_claimed
      ELSE '' END || ']';

COMMENT ON FUNCTION line_of_document(document_log) IS
  'What a seal says of a row of the log: JSON as JavaScript writes it. Rows of before have no source, and lines '
  'without it; so with app, grant and person of rows that tell no grant.';
