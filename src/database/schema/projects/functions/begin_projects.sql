CREATE OR REPLACE FUNCTION begin_projects() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO employee_group (agreement, number, name) SELECT n.agreement, 1, 'Employees' FROM new_rows n;
  INSERT INTO project_group (agreement, number, name, type) SELECT n.agreement, 1, 'Internal projects', 1
    FROM new_rows n;
  INSERT INTO mileage_setup (agreement) SELECT n.agreement FROM new_rows n;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION begin_projects() IS
  'Every agreement has its mileage setup, a group for employees and one for internal projects: those that '
  'bookkeepers make name none.';
