CREATE TABLE subscription_run_part (
  agreement  int NOT NULL,
  run        int NOT NULL,
  part       bigint NOT NULL DEFAULT nextval('object_version'),
  result     text NOT NULL,
  PRIMARY KEY (agreement, run, part),
  CONSTRAINT subscription_run_part_run_fk FOREIGN KEY (agreement, run) REFERENCES subscription_run ON DELETE CASCADE
);
ALTER TABLE subscription_run_part ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscription_run_part IS
  'What one transaction of a run has done, committed with it: documents, skipped and missed, as JSON.';
