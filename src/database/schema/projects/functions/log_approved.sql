CREATE OR REPLACE FUNCTION log_approved(agreement_number int, registration_kind text, approved int[],
  said text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_project_log(agreement_number, registration_kind, approved,
    concat_ws(E'\n\n', said, postings_of_registrations(agreement_number, registration_kind, approved)));
END
$$;

COMMENT ON FUNCTION log_approved(int, text, int[], text) IS
  'Logs approved registrations: what they said, and what was booked of them.';
