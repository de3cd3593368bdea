CREATE TABLE project_total (
  agreement       int NOT NULL,
  project_number  int NOT NULL,
  cost_price      numeric NOT NULL DEFAULT 0,
  sales_price     numeric NOT NULL DEFAULT 0,
  invoiced_total  numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (agreement, project_number),
  CONSTRAINT project_total_project_number_fk FOREIGN KEY (agreement, project_number)
    REFERENCES project ON DELETE CASCADE
);
ALTER TABLE project_total ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE project_total IS
  'What a project has cost, would be sold for and was invoiced for: kept by whatever changes it.';
