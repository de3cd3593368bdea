CREATE TABLE sandbox_clock (
  agreement  int PRIMARY KEY REFERENCES agreement,
  shown      timestamptz NOT NULL,
  set_at     timestamptz NOT NULL,
  is_frozen  boolean NOT NULL
);
ALTER TABLE sandbox_clock ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sandbox_clock IS
  'The clock of a sandbox, all of it, where it differs from the real one: one row. clock_of() reads it.';
COMMENT ON COLUMN sandbox_clock.shown IS 'The time that it showed when it was set.';
COMMENT ON COLUMN sandbox_clock.set_at IS
  'The real time when it was set; it has gone on since then, unless it is frozen.';

CREATE OR REPLACE TRIGGER sandbox_clock_turned AFTER INSERT OR UPDATE OR DELETE ON sandbox_clock
  FOR EACH ROW EXECUTE FUNCTION follow_turned_clock();
