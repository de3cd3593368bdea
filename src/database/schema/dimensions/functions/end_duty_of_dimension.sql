CREATE OR REPLACE FUNCTION end_duty_of_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account a SET is_department_mandatory = false, object_version = nextval('object_version'),
    last_updated = clock_timestamp()
    WHERE a.agreement = NEW.agreement AND a.is_department_mandatory;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION end_duty_of_dimension() IS
  'When departments are switched off, no account can demand what is no longer given.';
