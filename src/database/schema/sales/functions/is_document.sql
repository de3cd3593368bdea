CREATE OR REPLACE FUNCTION is_document(agreement_number int, document_number int) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = agreement_number AND d.number = document_number)
    OR EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = agreement_number AND d.number = document_number);

COMMENT ON FUNCTION is_document(int, int) IS 'Whether there is a draft or booked invoice of this number.';
