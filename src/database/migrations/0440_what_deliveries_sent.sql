-- Changes webhook_delivery. A delivery says which request caused it, what was sent, and why it ended without success; of those that are there, nobody knows.
ALTER TABLE webhook_delivery ADD COLUMN request_id text, ADD COLUMN sent jsonb, ADD COLUMN ended_by text
  CONSTRAINT webhook_delivery_ended_by_check CHECK (ended_by IN ('attempts', 'gone', 'request', 'disabled'));
