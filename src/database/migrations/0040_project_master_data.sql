-- Who works on projects, on what, and where it is booked (rule 14.1): groups of employees, activities, projects and cost types.

CREATE TABLE employee_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Cost and sales each have their four accounts, or none: the one that the work stands on while the project is open, on which side, what it is
-- booked against, and where it goes when the project is closed.
CREATE TABLE activity_group (
  agreement                       int NOT NULL REFERENCES agreement,
  number                          int NOT NULL,
  name                            text NOT NULL,
  -- 1 productive and invoiceable, 2 productive and not invoiceable, 3 unproductive.
  type                            int NOT NULL CHECK (type BETWEEN 1 AND 3),
  include_cost_price_in_finance   boolean NOT NULL DEFAULT false,
  cost_account_ongoing_type       int CHECK (cost_account_ongoing_type IN (0, 1)),
  cost_account_ongoing            int,
  cost_contra_account_ongoing     int,
  cost_account_closed             int,
  include_sales_price_in_finance  boolean NOT NULL DEFAULT false,
  sales_account_ongoing_type      int CHECK (sales_account_ongoing_type IN (0, 1)),
  sales_account_ongoing           int,
  sales_contra_account_ongoing    int,
  sales_account_closed            int,
  object_version                  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT activity_group_cost_account_ongoing_fk FOREIGN KEY (agreement, cost_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_cost_contra_account_ongoing_fk FOREIGN KEY (agreement, cost_contra_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_cost_account_closed_fk FOREIGN KEY (agreement, cost_account_closed) REFERENCES account,
  CONSTRAINT activity_group_sales_account_ongoing_fk FOREIGN KEY (agreement, sales_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_sales_contra_account_ongoing_fk FOREIGN KEY (agreement, sales_contra_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_sales_account_closed_fk FOREIGN KEY (agreement, sales_account_closed) REFERENCES account
);

CREATE TABLE activity (
  agreement                     int NOT NULL REFERENCES agreement,
  number                        int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name                          text NOT NULL,
  group_number                  int NOT NULL,
  is_accessible                 boolean NOT NULL,
  in_lieu_code                  int NOT NULL DEFAULT 0,
  hide_in_search                boolean NOT NULL DEFAULT false,
  cutoff_date                   date,
  sales_price_before            numeric,
  sales_price_after             numeric,
  cost_price_markup_percentage  numeric,
  object_version                bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT activity_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES activity_group
);
CREATE INDEX activity_group_number ON activity (agreement, group_number);

CREATE TABLE project_group (
  agreement                       int NOT NULL REFERENCES agreement,
  number                          int NOT NULL,
  name                            text NOT NULL,
  -- 1 internal, 2 external and invoiceable, 3 external and not invoiceable.
  type                            int NOT NULL CHECK (type BETWEEN 1 AND 3),
  include_cost_price_in_finance   boolean NOT NULL DEFAULT false,
  cost_account_ongoing_type       int CHECK (cost_account_ongoing_type IN (0, 1)),
  cost_account_ongoing            int,
  cost_contra_account_ongoing     int,
  cost_account_closed             int,
  include_sales_price_in_finance  boolean NOT NULL DEFAULT false,
  sales_account_ongoing_type      int CHECK (sales_account_ongoing_type IN (0, 1)),
  sales_account_ongoing           int,
  sales_contra_account_ongoing    int,
  sales_account_closed            int,
  object_version                  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT project_group_cost_account_ongoing_fk FOREIGN KEY (agreement, cost_account_ongoing) REFERENCES account,
  CONSTRAINT project_group_cost_contra_account_ongoing_fk FOREIGN KEY (agreement, cost_contra_account_ongoing) REFERENCES account,
  CONSTRAINT project_group_cost_account_closed_fk FOREIGN KEY (agreement, cost_account_closed) REFERENCES account,
  CONSTRAINT project_group_sales_account_ongoing_fk FOREIGN KEY (agreement, sales_account_ongoing) REFERENCES account,
  CONSTRAINT project_group_sales_contra_account_ongoing_fk FOREIGN KEY (agreement, sales_contra_account_ongoing) REFERENCES account,
  CONSTRAINT project_group_sales_account_closed_fk FOREIGN KEY (agreement, sales_account_closed) REFERENCES account
);

CREATE TABLE project_status (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  -- 1 quote sent, 2 realised.
  type            int NOT NULL CHECK (type IN (1, 2)),
  priority        int NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE cost_type_group (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name              text NOT NULL,
  -- 1 invoiceable, 2 not.
  type              int NOT NULL CHECK (type IN (1, 2)),
  markup            numeric,
  account_on_going  int NOT NULL,
  account_closed    int NOT NULL,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT cost_type_group_account_on_going_fk FOREIGN KEY (agreement, account_on_going) REFERENCES account,
  CONSTRAINT cost_type_group_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account
);

ALTER TABLE cost_type
  ADD COLUMN cost_group_number int,
  ADD COLUMN vat_code text,
  ADD CONSTRAINT cost_type_cost_group_number_fk FOREIGN KEY (agreement, cost_group_number) REFERENCES cost_type_group,
  ADD CONSTRAINT cost_type_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code;

-- What a kilometre costs and is sold for, and where its cost is booked: one row for each agreement. Whoever registers anything holds it, and
-- whoever changes a price takes it: so no registration misses a price.
CREATE TABLE mileage_setup (
  agreement                int NOT NULL REFERENCES agreement,
  cut_off_date             date,
  cost_rate_before         numeric,
  cost_rate_after          numeric,
  sales_rate_before        numeric,
  sales_rate_after         numeric,
  include_cost_in_finance  boolean NOT NULL DEFAULT false,
  cost_account_type        int CHECK (cost_account_type IN (0, 1)),
  cost_account             int,
  contra_account           int,
  cost_account_closed      int,
  object_version           bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement),
  CONSTRAINT mileage_setup_cost_account_fk FOREIGN KEY (agreement, cost_account) REFERENCES account,
  CONSTRAINT mileage_setup_contra_account_fk FOREIGN KEY (agreement, contra_account) REFERENCES account,
  CONSTRAINT mileage_setup_cost_account_closed_fk FOREIGN KEY (agreement, cost_account_closed) REFERENCES account
);

-- Every agreement has its mileage setup, a group for employees and one for internal projects: those that bookkeepers make name none.
CREATE FUNCTION begin_projects() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO employee_group (agreement, number, name) SELECT n.agreement, 1, 'Employees' FROM new_rows n;
  INSERT INTO project_group (agreement, number, name, type) SELECT n.agreement, 1, 'Internal projects', 1 FROM new_rows n;
  INSERT INTO mileage_setup (agreement) SELECT n.agreement FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER agreement_begins_projects AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_projects();

SELECT keep_trail('employee_group', 'EmployeeGroups', '{number}');
SELECT keep_trail('mileage_setup', 'MileageSetup', '{}');
SELECT keep_trail('activity_group', 'ActivityGroups', '{number}');
SELECT keep_trail('activity', 'Activities', '{number}');
SELECT keep_trail('project_group', 'ProjectGroups', '{number}');
SELECT keep_trail('project_status', 'ProjectStatuses', '{number}');
SELECT keep_trail('cost_type_group', 'CostTypeGroups', '{number}');
INSERT INTO employee_group (agreement, number, name) SELECT a.agreement, 1, 'Employees' FROM agreement a;
INSERT INTO project_group (agreement, number, name, type) SELECT a.agreement, 1, 'Internal projects', 1 FROM agreement a;
INSERT INTO mileage_setup (agreement) SELECT a.agreement FROM agreement a;

ALTER TABLE employee
  DROP CONSTRAINT employee_number_check,
  ADD CONSTRAINT employee_number_check CHECK (number BETWEEN 1 AND 999999),
  ADD COLUMN group_number int NOT NULL DEFAULT 1,
  ADD COLUMN phone text,
  ADD COLUMN email text,
  ADD COLUMN can_approve boolean NOT NULL DEFAULT false,
  ADD COLUMN can_invoice boolean NOT NULL DEFAULT false,
  -- 0 no user, 1 time logger, 2 project manager, 3 mobile logger.
  ADD COLUMN employee_type int NOT NULL DEFAULT 0 CHECK (employee_type BETWEEN 0 AND 3),
  ADD COLUMN user_id text,
  ADD COLUMN address text,
  ADD COLUMN city text,
  ADD COLUMN zip_code text,
  ADD COLUMN cut_off_date date,
  ADD COLUMN sales_price_before numeric,
  ADD COLUMN sales_price_after numeric,
  ADD COLUMN cost_price_before numeric,
  ADD COLUMN cost_price_after numeric,
  ADD CONSTRAINT employee_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES employee_group;
CREATE INDEX employee_group_number ON employee (agreement, group_number);

ALTER TABLE project
  ADD COLUMN project_group_number int NOT NULL DEFAULT 1,
  ADD COLUMN mileage numeric NOT NULL DEFAULT 0,
  ADD COLUMN is_mileage_invoiced boolean NOT NULL DEFAULT false,
  ADD COLUMN responsible_employee_number int,
  ADD COLUMN other_responsible_employee_number int,
  ADD COLUMN status int,
  ADD COLUMN description text,
  ADD COLUMN delivery_date date,
  ADD COLUMN department_number int,
  ADD COLUMN closed_date date,
  ADD COLUMN fixed_price numeric,
  ADD COLUMN contact_person_id int,
  ADD COLUMN delivery_location_number int,
  ADD COLUMN other_reference text,
  ADD CONSTRAINT project_project_group_number_fk FOREIGN KEY (agreement, project_group_number) REFERENCES project_group,
  ADD CONSTRAINT project_responsible_employee_number_fk FOREIGN KEY (agreement, responsible_employee_number) REFERENCES employee,
  ADD CONSTRAINT project_other_responsible_employee_number_fk FOREIGN KEY (agreement, other_responsible_employee_number) REFERENCES employee,
  ADD CONSTRAINT project_status_fk FOREIGN KEY (agreement, status) REFERENCES project_status,
  ADD CONSTRAINT project_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  ADD CONSTRAINT project_contact_person_id_fk FOREIGN KEY (agreement, contact_person_id) REFERENCES customer_contact,
  ADD CONSTRAINT project_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number) REFERENCES delivery_location;
CREATE INDEX project_project_group_number ON project (agreement, project_group_number);
CREATE INDEX project_responsible_employee_number ON project (agreement, responsible_employee_number)
  WHERE responsible_employee_number IS NOT NULL;
CREATE INDEX project_other_responsible_employee_number ON project (agreement, other_responsible_employee_number)
  WHERE other_responsible_employee_number IS NOT NULL;
CREATE INDEX project_status_number ON project (agreement, status) WHERE status IS NOT NULL;
CREATE INDEX project_department_number ON project (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX project_contact_person_id ON project (agreement, contact_person_id) WHERE contact_person_id IS NOT NULL;
CREATE INDEX project_delivery_location_number ON project (agreement, delivery_location_number)
  WHERE delivery_location_number IS NOT NULL;

-- An activity of a project: where it has any, time is registered on no others.
CREATE TABLE project_activity (
  agreement                    int NOT NULL REFERENCES agreement,
  number                       int NOT NULL,
  project_number               int NOT NULL,
  activity_number              int NOT NULL,
  start_date                   date,
  end_date                     date,
  responsible_employee_number  int,
  completed                    boolean NOT NULL DEFAULT false,
  last_updated                 timestamptz NOT NULL DEFAULT now(),
  object_version               bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT project_activity_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project ON DELETE CASCADE,
  CONSTRAINT project_activity_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity,
  CONSTRAINT project_activity_responsible_employee_number_fk FOREIGN KEY (agreement, responsible_employee_number) REFERENCES employee
);
CREATE UNIQUE INDEX project_activity_activity_number_unique ON project_activity (agreement, project_number, activity_number);
CREATE INDEX project_activity_activity_number ON project_activity (agreement, activity_number);
CREATE INDEX project_activity_responsible_employee_number ON project_activity (agreement, responsible_employee_number)
  WHERE responsible_employee_number IS NOT NULL;

-- What an employee may not register on: a project, an activity, or an activity of a project.
CREATE TABLE recording_rule (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  employee_number  int NOT NULL,
  project_number   int,
  activity_number  int,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT recording_rule_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT recording_rule_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project ON DELETE CASCADE,
  CONSTRAINT recording_rule_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity
);
CREATE INDEX recording_rule_employee_number ON recording_rule (agreement, employee_number);
CREATE INDEX recording_rule_project_number ON recording_rule (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX recording_rule_activity_number ON recording_rule (agreement, activity_number) WHERE activity_number IS NOT NULL;

-- The trails know the flags of a table from when they began.
DO $$
DECLARE
  trailed text;
BEGIN
  FOREACH trailed IN ARRAY ARRAY['employee', 'project', 'cost_type'] LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', trailed || '_trail_created', trailed);
    EXECUTE format('DROP TRIGGER %I ON %I', trailed || '_trail_deleted', trailed);
    EXECUTE format('DROP TRIGGER %I ON %I', trailed || '_trail_changed', trailed);
  END LOOP;
END
$$;
SELECT keep_trail('employee', 'Employees', '{number}');
SELECT keep_trail('project', 'Projects', '{number}', '{main_project_is_main}');
SELECT keep_trail('cost_type', 'CostTypes', '{number}');
SELECT keep_trail('project_activity', 'ProjectActivities', '{number}');
SELECT keep_trail('recording_rule', 'RecordingRules', '{number}');

-- What employees and projects say since.
SELECT record_changes(n.agreement, 'Employees', array_agg(n.number::text ORDER BY n.number, v.property), array_agg(v.property ORDER BY n.number, v.property),
    array_fill(NULL::text, ARRAY[count(*)::int]), array_agg(v.value ORDER BY n.number, v.property))
  FROM employee n CROSS JOIN (VALUES ('employeeType', '0'), ('groupNumber', '1')) AS v(property, value)
  GROUP BY n.agreement ORDER BY n.agreement;
SELECT record_changes(n.agreement, 'Projects', array_agg(n.number::text ORDER BY n.number, v.property), array_agg(v.property ORDER BY n.number, v.property),
    array_fill(NULL::text, ARRAY[count(*)::int]), array_agg(v.value ORDER BY n.number, v.property))
  FROM project n CROSS JOIN (VALUES ('mileage', '0'), ('projectGroupNumber', '1')) AS v(property, value)
  GROUP BY n.agreement ORDER BY n.agreement;

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE employee_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE mileage_setup ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE activity_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE activity ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE project_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE project_status ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE cost_type_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE project_activity ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE recording_rule ALTER COLUMN agreement SET STATISTICS 0;

-- The customers that projects can be for.
CREATE VIEW project_customer AS
  SELECT c.agreement, c.number, c.name, c.object_version FROM customer c WHERE NOT c.is_barred;

-- Accounts that groups name are posted to by themselves, too.
CREATE OR REPLACE VIEW automatic_account AS
  SELECT v.agreement, v.account_number FROM vat_code v
  UNION ALL SELECT v.agreement, v.contra_account_number FROM vat_code v WHERE v.contra_account_number IS NOT NULL
  UNION ALL SELECT s.agreement, s.account_number FROM system_account s
  UNION ALL SELECT g.agreement, a.number FROM activity_group g CROSS JOIN LATERAL unnest(ARRAY[g.cost_account_ongoing,
    g.cost_contra_account_ongoing, g.cost_account_closed, g.sales_account_ongoing, g.sales_contra_account_ongoing, g.sales_account_closed]) AS a(number)
  UNION ALL SELECT g.agreement, a.number FROM project_group g CROSS JOIN LATERAL unnest(ARRAY[g.cost_account_ongoing,
    g.cost_contra_account_ongoing, g.cost_account_closed, g.sales_account_ongoing, g.sales_contra_account_ongoing, g.sales_account_closed]) AS a(number)
  UNION ALL SELECT g.agreement, a.number FROM cost_type_group g CROSS JOIN LATERAL unnest(ARRAY[g.account_on_going, g.account_closed]) AS a(number)
  UNION ALL SELECT s.agreement, a.number FROM mileage_setup s
    CROSS JOIN LATERAL unnest(ARRAY[s.cost_account, s.contra_account, s.cost_account_closed]) AS a(number)
    WHERE a.number IS NOT NULL;

-- What a project has cost, would be sold for and was invoiced for: kept by whatever changes it.
CREATE TABLE project_total (
  agreement       int NOT NULL,
  project_number  int NOT NULL,
  cost_price      numeric NOT NULL DEFAULT 0,
  sales_price     numeric NOT NULL DEFAULT 0,
  invoiced_total  numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (agreement, project_number),
  CONSTRAINT project_total_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project ON DELETE CASCADE
);
ALTER TABLE project_total ALTER COLUMN agreement SET STATISTICS 0;
