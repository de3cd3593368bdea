CREATE TABLE snapshot_part (
  agreement   int NOT NULL,
  snapshot    int NOT NULL,
  table_name  name NOT NULL,
  place       int NOT NULL,
  columns     text NOT NULL,
  rows        json NOT NULL,
  PRIMARY KEY (agreement, snapshot, table_name, place),
  CONSTRAINT snapshot_part_snapshot_fk FOREIGN KEY (agreement, snapshot) REFERENCES snapshot ON DELETE CASCADE
);
ALTER TABLE snapshot_part ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE snapshot_part IS 'Rows of a table in a snapshot, a few megabytes of them.';
COMMENT ON COLUMN snapshot_part.place IS 'Which part of the table.';
