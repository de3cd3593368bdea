CREATE TABLE project_log (
  agreement  int NOT NULL,
  number     int NOT NULL CHECK (number >= 1),
  kind       text NOT NULL CHECK (kind IN ('time', 'mileage', 'invoice')),
  numbers    int[] NOT NULL,
  hash       bytea NOT NULL CHECK (length(hash) = 32),
  seal       bytea NOT NULL CHECK (length(seal) = 32),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE project_log ALTER agreement SET STATISTICS 0;
REVOKE ALL ON project_log FROM PUBLIC;

COMMENT ON TABLE project_log IS
  'Registrations that were approved, or documents that were booked with something of a project, in a row each, for '
  'good: reports of projects rely on them.';
COMMENT ON COLUMN project_log.kind IS
  '''time'', ''mileage'': registrations that were approved together. ''invoice'': documents that were booked '
  'together, with something of a project.';
COMMENT ON COLUMN project_log.numbers IS 'In order.';
COMMENT ON COLUMN project_log.hash IS
  'SHA-256 of what the registrations said and what was booked of them; of an invoice, of what was on it.';
COMMENT ON COLUMN project_log.seal IS
  'SHA-256 over the seal before (32 zero bytes for the first) and `number kind n,n,… hash`.';

CREATE OR REPLACE TRIGGER project_log_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON project_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
