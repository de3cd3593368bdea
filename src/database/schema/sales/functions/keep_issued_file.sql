CREATE OR REPLACE FUNCTION keep_issued_file(agreement_number int, document int, what text, made_of int,
  made bytea) RETURNS boolean
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM counter c WHERE c.agreement = agreement_number AND c.name = 'issued_document' FOR UPDATE;
  IF EXISTS (SELECT FROM issued_document d WHERE d.agreement = agreement_number AND d.document_id = document
    AND d.kind = what) THEN
    RETURN true;
  END IF;
  IF made_of < (SELECT max(d.number) FROM issued_document d
      WHERE d.agreement = agreement_number AND d.document_id = document AND d.kind IN ('data', 'recipient')) THEN
    RETURN false;
  END IF;
  PERFORM keep_issued(agreement_number, ARRAY[document], what, NULL, ARRAY[made]);
  RETURN true;
END
$$;

COMMENT ON FUNCTION keep_issued_file(int, int, text, int, bytea) IS
  'Keeps a file of a document, unless one is kept already: of several that are made at once the first stands. Answers '
  'false where it was made of what is no longer the last (`made_of`), and keeps nothing then.';
