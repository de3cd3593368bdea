CREATE UNLOGGED TABLE coverage_count (
  agreement    int NOT NULL,
  app          int NOT NULL,
  api          text NOT NULL,
  api_version  text NOT NULL,
  operation    text NOT NULL,
  met          text NOT NULL,
  hour         timestamptz NOT NULL,
  times        int NOT NULL,
  last_at      timestamptz NOT NULL,
  PRIMARY KEY (agreement, app, api, api_version, operation, met, hour)
) WITH (fillfactor = 50);
ALTER TABLE coverage_count ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE coverage_count IS
  'What the programs of a sandbox have met, by the hour. Counted apart from the log of requests. Unlogged, as the log '
  'is.';
COMMENT ON COLUMN coverage_count.operation IS 'Method and path as declared.';
COMMENT ON COLUMN coverage_count.met IS
  'A status that was answered, the code of a fault, or what else was seen: replay, page, refused, resent, waited.';
COMMENT ON COLUMN coverage_count.last_at IS 'When it was met last in that hour.';
