CREATE TABLE project (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL CHECK (number BETWEEN 0 AND 999999999),
  name                      text NOT NULL,
  customer_number           int,
  is_closed                 boolean NOT NULL DEFAULT false,
  is_barred                 boolean NOT NULL DEFAULT false,
  is_main_project           boolean NOT NULL DEFAULT false,
  main_project_number       int,
  main_project_is_main      boolean GENERATED ALWAYS AS (
CASE
    WHEN main_project_number IS NOT NULL THEN true
    ELSE NULL::boolean
END) STORED,
  last_updated              timestamptz NOT NULL DEFAULT now(),
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  project_group_number      int NOT NULL DEFAULT 1,
  mileage                   numeric NOT NULL DEFAULT 0,
  is_mileage_invoiced       boolean NOT NULL DEFAULT false,
  responsible_employee_number int,
  other_responsible_employee_number int,
  status                    int,
  description               text,
  delivery_date             date,
  department_number         int,
  closed_date               date,
  fixed_price               numeric,
  contact_person_id         int,
  delivery_location_number  int,
  other_reference           text,
  PRIMARY KEY (agreement, number),
  CONSTRAINT project_main_has_no_main CHECK (NOT is_main_project OR main_project_number IS NULL),
  CONSTRAINT project_main_or_not UNIQUE (agreement, number, is_main_project),
  CONSTRAINT project_main_project_number_fk FOREIGN KEY (agreement, main_project_number, main_project_is_main)
    REFERENCES project (agreement, number, is_main_project),
  CONSTRAINT project_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT project_project_group_number_fk FOREIGN KEY (agreement, project_group_number) REFERENCES project_group,
  CONSTRAINT project_responsible_employee_number_fk FOREIGN KEY (agreement, responsible_employee_number)
    REFERENCES employee,
  CONSTRAINT project_other_responsible_employee_number_fk FOREIGN KEY (agreement, other_responsible_employee_number)
    REFERENCES employee,
  CONSTRAINT project_status_fk FOREIGN KEY (agreement, status) REFERENCES project_status,
  CONSTRAINT project_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT project_contact_person_id_fk FOREIGN KEY (agreement, contact_person_id) REFERENCES customer_contact,
  CONSTRAINT project_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number)
    REFERENCES delivery_location
);
ALTER TABLE project ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project IS 'What entries, time and mileages can be on besides their accounts.';
COMMENT ON COLUMN project.is_main_project IS 'Sums up its sub-projects and takes no entries itself.';
COMMENT ON COLUMN project.main_project_is_main IS
  'True where there is a main project, so that the foreign key refers to main projects only.';

CREATE INDEX project_of_main_project ON project (agreement, main_project_number) WHERE main_project_number IS NOT NULL;
CREATE INDEX project_of_customer ON project (agreement, customer_number) WHERE customer_number IS NOT NULL;
CREATE INDEX project_name ON project (agreement, fold(name));
CREATE INDEX project_last_updated ON project (agreement, last_updated);
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

CREATE OR REPLACE TRIGGER project_priced AFTER UPDATE ON project REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number', 'project_group_number');
SELECT keep_trail('project', 'Projects', '{number}', '{main_project_is_main}');
