CREATE TABLE employee_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE employee_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE employee_group IS 'Employees under one name.';

SELECT keep_trail('employee_group', 'EmployeeGroups', '{number}');
