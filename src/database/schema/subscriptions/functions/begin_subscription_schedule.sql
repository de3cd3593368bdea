CREATE OR REPLACE FUNCTION begin_subscription_schedule() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_schedule (agreement) SELECT n.agreement FROM new_rows n;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION begin_subscription_schedule() IS 'Every agreement has its schedule.';
