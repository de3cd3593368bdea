CREATE OR REPLACE VIEW project_customer AS
  SELECT c.agreement, c.number, c.name, c.object_version FROM customer c WHERE NOT c.is_barred;

COMMENT ON VIEW project_customer IS 'The customers that projects can be for.';
