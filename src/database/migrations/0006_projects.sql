-- What entries may be booked on besides their accounts: projects, and cost types that say what a project's money went to.

CREATE TABLE project (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number BETWEEN 0 AND 999999999),
  name                 text NOT NULL,
  customer_number      int,
  is_closed            boolean NOT NULL DEFAULT false,
  is_barred            boolean NOT NULL DEFAULT false,
  -- Sums up its sub-projects and takes no entries itself.
  is_main_project      boolean NOT NULL DEFAULT false,
  main_project_number  int,
  -- True where there is a main project, so that the foreign key refers to main projects only.
  main_project_is_main boolean GENERATED ALWAYS AS (CASE WHEN main_project_number IS NOT NULL THEN true END) STORED,
  last_updated         timestamptz NOT NULL DEFAULT now(),
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT project_main_or_not UNIQUE (agreement, number, is_main_project),
  CONSTRAINT project_main_project_fk FOREIGN KEY (agreement, main_project_number, main_project_is_main)
    REFERENCES project (agreement, number, is_main_project),
  CONSTRAINT project_customer_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT project_main_has_no_main CHECK (NOT is_main_project OR main_project_number IS NULL)
);
CREATE INDEX project_of_main_project ON project (agreement, main_project_number) WHERE main_project_number IS NOT NULL;
CREATE INDEX project_of_customer ON project (agreement, customer_number) WHERE customer_number IS NOT NULL;

CREATE TABLE cost_type (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Until now no entry could name a project or a cost type, so there is nothing to mend.
ALTER TABLE draft_entry
  ADD CONSTRAINT draft_entry_project_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  ADD CONSTRAINT draft_entry_cost_type_fk FOREIGN KEY (agreement, cost_type_number) REFERENCES cost_type;
ALTER TABLE booked_entry
  ADD CONSTRAINT booked_entry_project_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  ADD CONSTRAINT booked_entry_cost_type_fk FOREIGN KEY (agreement, cost_type_number) REFERENCES cost_type;
CREATE INDEX draft_entry_project ON draft_entry (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX draft_entry_cost_type ON draft_entry (agreement, cost_type_number) WHERE cost_type_number IS NOT NULL;
CREATE INDEX booked_entry_project ON booked_entry (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX booked_entry_cost_type ON booked_entry (agreement, cost_type_number) WHERE cost_type_number IS NOT NULL;
