CREATE OR REPLACE FUNCTION begin_company() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company (agreement, name, country) SELECT n.agreement, n.name, n.country FROM new_rows n;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION begin_company() IS
  'Every agreement has its company, called as the agreement until somebody says more.';
