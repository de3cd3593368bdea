CREATE TABLE sandbox_advance (
  agreement     int NOT NULL REFERENCES agreement,
  number        int NOT NULL CHECK (number >= 1),
  goes_to       timestamptz NOT NULL,
  request       bytea,
  request_hash  bytea,
  begun_at      timestamptz NOT NULL DEFAULT now(),
  step          text,
  happened      text NOT NULL DEFAULT '[]',
  finished_at   timestamptz,
  is_short      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number)
);
ALTER TABLE sandbox_advance ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sandbox_advance IS
  'An advance of a sandbox''s clock, and how far it has come. Whoever finds one that is cut off goes on with it.';
COMMENT ON COLUMN sandbox_advance.request IS 'SHA-256 of the app and the Idempotency-Key of the request.';
COMMENT ON COLUMN sandbox_advance.begun_at IS 'When it was asked for; real time, as the hour of its key is.';
COMMENT ON COLUMN sandbox_advance.step IS 'What is being done where the clock stands, as JSON; NULL between two steps.';
COMMENT ON COLUMN sandbox_advance.is_short IS 'It did as much as one advance does, and ended before it was there.';
COMMENT ON COLUMN sandbox_advance.happened IS 'What was done so far, as JSON.';

CREATE UNIQUE INDEX sandbox_advance_request_unique ON sandbox_advance (agreement, request) WHERE request IS NOT NULL;
CREATE INDEX sandbox_advance_unfinished ON sandbox_advance (begun_at) WHERE finished_at IS NULL;
