CREATE TABLE project_activity (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  project_number   int NOT NULL,
  activity_number  int NOT NULL,
  start_date       date,
  end_date         date,
  responsible_employee_number int,
  completed        boolean NOT NULL DEFAULT false,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT project_activity_project_number_fk FOREIGN KEY (agreement, project_number)
    REFERENCES project ON DELETE CASCADE,
  CONSTRAINT project_activity_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity,
  CONSTRAINT project_activity_responsible_employee_number_fk FOREIGN KEY (agreement, responsible_employee_number)
    REFERENCES employee
);
ALTER TABLE project_activity ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project_activity IS 'An activity of a project: where it has any, time is registered on no others.';

CREATE UNIQUE INDEX project_activity_activity_number_unique
  ON project_activity (agreement, project_number, activity_number);
CREATE INDEX project_activity_activity_number ON project_activity (agreement, activity_number);
CREATE INDEX project_activity_responsible_employee_number ON project_activity (agreement, responsible_employee_number)
  WHERE responsible_employee_number IS NOT NULL;

SELECT keep_trail('project_activity', 'ProjectActivities', '{number}');
