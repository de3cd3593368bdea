CREATE TABLE lease (
  agreement  int NOT NULL REFERENCES agreement,
  name       text NOT NULL,
  owner      text NOT NULL,
  until      timestamptz NOT NULL,
  fence      bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (agreement, name)
) WITH (fillfactor = 50);
ALTER TABLE lease ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE lease IS
  'What somebody has taken to do, until he gives it back or the time is over (src/database/leases.ts).';
COMMENT ON COLUMN lease.owner IS 'Who holds it: machine, process and a number, for people to read.';
COMMENT ON COLUMN lease.fence IS 'Counts the holders: who comes back late and finds another number holds it no more.';
