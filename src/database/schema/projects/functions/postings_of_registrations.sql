CREATE OR REPLACE FUNCTION postings_of_registrations(agreement_number int, registration_kind text,
  registrations int[]) RETURNS text
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT concat_ws(E'\n', array_agg(p.registration), array_agg(p.part), array_agg(p.project_number),
      array_agg(p.account_ongoing), array_agg(p.account_contra),
      array_agg(p.account_closed), array_agg(p.amount), array_agg(p.booking), array_agg(p.entry_number))
    FROM (
      SELECT x.* FROM project_posting x
      WHERE x.agreement = agreement_number AND x.kind = registration_kind AND x.registration = ANY (registrations)
        ORDER BY x.registration, x.part
    ) AS p
  );
END
$$;

COMMENT ON FUNCTION postings_of_registrations(int, text, int[]) IS
  'What was booked of registrations: a line for each property, with a value for each posting.';
