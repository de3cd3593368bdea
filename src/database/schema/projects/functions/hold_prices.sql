CREATE OR REPLACE FUNCTION hold_prices(kind text, agreement_number int, projects int[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM mileage_setup s WHERE s.agreement = agreement_number FOR SHARE;
  IF EXISTS (SELECT FROM project p WHERE p.agreement = agreement_number AND p.number = ANY (projects) AND p.is_closed)
    THEN
    RAISE EXCEPTION 'a project of agreement % was closed meanwhile', agreement_number
      USING ERRCODE = 'restrict_violation', CONSTRAINT = kind || '_project_is_open';
  END IF;
END
$$;

COMMENT ON FUNCTION hold_prices(text, int, int[]) IS
  'What registering holds: prices, which cannot change meanwhile; and projects, which are open.';
