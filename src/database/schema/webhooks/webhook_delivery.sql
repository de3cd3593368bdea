-- The order of deliveries within a webhook; one that is sent again goes to the end.
CREATE SEQUENCE webhook_delivery_position AS bigint;

CREATE TABLE webhook_delivery (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  event_type      text NOT NULL,
  app             int NOT NULL REFERENCES app,
  webhook_id      text NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  fields          jsonb NOT NULL,
  is_test         boolean NOT NULL DEFAULT false,
  occurred_at     timestamptz NOT NULL DEFAULT now(),
  state           text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'skipped')),
  position        bigint NOT NULL DEFAULT nextval('webhook_delivery_position'),
  round_attempts  int NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL DEFAULT now(),
  attempts        jsonb NOT NULL DEFAULT '[]',
  trace           text CHECK (trace ~ '^[0-9a-f]{32}-[0-9a-f]{2}$'),
  ordered_fault   text,
  request_id      text,
  sent            jsonb,
  ended_by        text CHECK (ended_by IN ('attempts', 'gone', 'request', 'disabled')),
  PRIMARY KEY (agreement, number),
  CONSTRAINT webhook_delivery_event_type_fk FOREIGN KEY (agreement, event_type) REFERENCES webhook ON DELETE CASCADE
);
ALTER TABLE webhook_delivery ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE webhook_delivery IS 'One event for one webhook: the outbox and, once it is sent, the log.';
COMMENT ON COLUMN webhook_delivery.app IS 'Whose webhook it is for.';
COMMENT ON COLUMN webhook_delivery.webhook_id IS
  'The `webhook-id` of every request made for it, by which the receiver drops a repeat.';
COMMENT ON COLUMN webhook_delivery.fields IS 'Values of the event''s merge fields by name.';
COMMENT ON COLUMN webhook_delivery.state IS
  'skipped: it happened while the webhook was disabled, or somebody asked for it; failed: the last attempt is made, or '
  'the receiver is gone.';
COMMENT ON COLUMN webhook_delivery.round_attempts IS
  'Attempts of the present round; sending it again begins a new one.';
COMMENT ON COLUMN webhook_delivery.due_at IS 'When the next attempt is due, while pending.';
COMMENT ON COLUMN webhook_delivery.attempts IS
  'Every attempt, oldest first: {"startedAt", "durationMilliseconds", "statusCode", "error", "answer"}.';
COMMENT ON COLUMN webhook_delivery.trace IS
  'The trace of the request that caused the event, where it is part of one: W3C Trace Context''s id and flags. '
  'Requests made for the event carry it on.';
COMMENT ON COLUMN webhook_delivery.request_id IS 'The request that caused the event, by its X-Request-Id.';
COMMENT ON COLUMN webhook_delivery.sent IS
  'What the last attempt sent, without secrets: {"url", "headers": [{"name", "value"}, …], "body", "signedBy", '
  '"isCut"}. `signedBy` has hashes of what the webhook kept of the secrets then.';
COMMENT ON COLUMN webhook_delivery.ended_by IS
  'Why it was given up or skipped: no attempt is left, the receiver is gone, a request, or the webhook was disabled.';
COMMENT ON COLUMN webhook_delivery.ordered_fault IS
  'The fault that a sandbox ordered for it; none is ordered twice for one delivery.';

CREATE INDEX webhook_delivery_next ON webhook_delivery (agreement, event_type, position) WHERE state = 'pending';
CREATE INDEX webhook_delivery_occurred ON webhook_delivery (occurred_at);
