CREATE UNLOGGED TABLE request_hour (
  agreement         int NOT NULL,
  hour              timestamptz NOT NULL,
  last_number       int NOT NULL DEFAULT 0,
  requests          int NOT NULL DEFAULT 0,
  bytes             bigint NOT NULL DEFAULT 0,
  dropped_bodies    int NOT NULL DEFAULT 0,
  dropped_requests  int NOT NULL DEFAULT 0,
  PRIMARY KEY (agreement, hour)
) WITH (fillfactor = 50);
ALTER TABLE request_hour ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_hour IS
  'How much of an agreement''s requests was logged in an hour, and what was too much. The bound is kept by it. '
  'Unlogged, as the log is.';
COMMENT ON COLUMN request_hour.last_number IS 'The number of the last request written.';
COMMENT ON COLUMN request_hour.dropped_bodies IS 'Requests that were logged without their bodies.';
COMMENT ON COLUMN request_hour.dropped_requests IS
  'Requests that were not logged: the log, or the buffer of a process, was full.';
