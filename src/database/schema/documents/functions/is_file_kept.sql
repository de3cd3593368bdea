CREATE OR REPLACE FUNCTION is_file_kept(agreement_number int, file bytea) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM document_log a
    JOIN document_log d ON d.agreement = agreement_number AND d.document_number = a.document_number AND d.is_detached
      AND d.kept_until >= today_of(agreement_number)
    WHERE a.agreement = agreement_number AND a.hash = file);

COMMENT ON FUNCTION is_file_kept(int, bytea) IS 'Whether the law keeps a file though no document has it any more.';
