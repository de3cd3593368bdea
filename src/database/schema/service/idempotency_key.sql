CREATE TABLE idempotency_key (
  agreement     int NOT NULL REFERENCES agreement,
  app           int NOT NULL REFERENCES app,
  key           text NOT NULL,
  request_hash  bytea NOT NULL,
  status        int,
  headers       text,
  body          text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, app, key)
);
ALTER TABLE idempotency_key ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE idempotency_key IS 'Answers of writes that carried an Idempotency-Key (rule 4.4), kept for an hour.';
COMMENT ON COLUMN idempotency_key.request_hash IS
  'SHA-256 of the request: the same key with another request is refused.';

CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);
