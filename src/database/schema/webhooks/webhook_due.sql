CREATE TABLE webhook_due (
  agreement   int NOT NULL,
  event_type  text NOT NULL,
  due_at      timestamptz,
  PRIMARY KEY (agreement, event_type),
  CONSTRAINT webhook_due_event_type_fk FOREIGN KEY (agreement, event_type) REFERENCES webhook ON DELETE CASCADE
) WITH (fillfactor = 50);
ALTER TABLE webhook_due ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE webhook_due IS
  'When somebody is to look at a webhook: never later than its first pending delivery is due, and never NULL while '
  'an enabled webhook has one. Rows, so that nothing depends on a connection.';

CREATE INDEX webhook_due_at ON webhook_due (due_at) WHERE due_at IS NOT NULL;
