CREATE TABLE subscription_run (
  agreement     int NOT NULL REFERENCES agreement,
  number        int NOT NULL CHECK (number >= 1),
  options       text NOT NULL,
  request       bytea,
  request_hash  bytea,
  started_at    timestamptz NOT NULL DEFAULT now(),
  finished_at   timestamptz,
  PRIMARY KEY (agreement, number)
);
ALTER TABLE subscription_run ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscription_run IS
  'A run of subscriptions that a request asked for. It works in transactions of its own, and can be gone on with.';
COMMENT ON COLUMN subscription_run.options IS 'What was asked for, as JSON.';
COMMENT ON COLUMN subscription_run.request IS
  'SHA-256 of the app and the Idempotency-Key of the request, and of what it asked.';

CREATE UNIQUE INDEX subscription_run_request_unique ON subscription_run (agreement, request) WHERE request IS NOT NULL;
