CREATE TABLE snapshot (
  agreement    int NOT NULL REFERENCES agreement,
  number       int NOT NULL CHECK (number >= 1),
  name         text NOT NULL,
  made_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  entries      int NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  form         text NOT NULL,
  branches     int NOT NULL DEFAULT 0,
  restored_at  timestamptz,
  PRIMARY KEY (agreement, number)
);
ALTER TABLE snapshot ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE snapshot IS
  'The books of a sandbox as they were at one moment, to be brought back. Only functions of the owner write here: what '
  'they put into the books was there, and follows the rules.';
COMMENT ON COLUMN snapshot.entries IS 'How many booked entries there were.';
COMMENT ON COLUMN snapshot.bytes IS 'What its rows take.';
COMMENT ON COLUMN snapshot.form IS 'The tables that the rows are of (company_form): they fit no others.';
COMMENT ON COLUMN snapshot.branches IS 'How many sandboxes were made of it.';
COMMENT ON COLUMN snapshot.restored_at IS 'When it was brought back last.';
