CREATE TABLE project_status (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  type            int NOT NULL CHECK (type IN (1, 2)),
  priority        int NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE project_status ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project_status IS 'How far a project is, in the agreement''s own words.';
COMMENT ON COLUMN project_status.type IS '1 quote sent, 2 realised.';

SELECT keep_trail('project_status', 'ProjectStatuses', '{number}');
