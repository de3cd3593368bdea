CREATE OR REPLACE FUNCTION is_file_of_inbox(agreement_number int, file bytea) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM inbox_item i WHERE i.agreement = agreement_number AND i.hash = file)
    OR EXISTS (SELECT FROM inbox_part p WHERE p.agreement = agreement_number AND p.hash = file);

COMMENT ON FUNCTION is_file_of_inbox(int, bytea) IS 'Whether the inbox has a file, which it keeps for good.';
