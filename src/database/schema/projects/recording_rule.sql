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
  CONSTRAINT recording_rule_project_number_fk FOREIGN KEY (agreement, project_number)
    REFERENCES project ON DELETE CASCADE,
  CONSTRAINT recording_rule_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity
);
ALTER TABLE recording_rule ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE recording_rule IS
  'What an employee may not register on: a project, an activity, or an activity of a project.';

CREATE INDEX recording_rule_employee_number ON recording_rule (agreement, employee_number);
CREATE INDEX recording_rule_project_number ON recording_rule (agreement, project_number)
  WHERE project_number IS NOT NULL;
CREATE INDEX recording_rule_activity_number ON recording_rule (agreement, activity_number)
  WHERE activity_number IS NOT NULL;

SELECT keep_trail('recording_rule', 'RecordingRules', '{number}');
