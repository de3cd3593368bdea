-- Nothing refers to what is logged, and what it names may be gone. So it has no foreign key: the function that writes
-- it asks whether the agreement is there, once for all rows that it writes.
CREATE TABLE request_log (
  agreement          int NOT NULL,
  number             int NOT NULL,
  slot               int NOT NULL,
  request_id         text NOT NULL,
  trace              text,
  started_at         timestamptz NOT NULL,
  milliseconds       numeric NOT NULL,
  method             text NOT NULL,
  path               text NOT NULL,
  query              text,
  operation          text,
  api                text,
  api_version        text,
  status             int NOT NULL,
  faults             jsonb NOT NULL DEFAULT '[]',
  app                int NOT NULL,
  grant_number       int NOT NULL,
  person             text,
  idempotency_key    text,
  is_replayed        boolean NOT NULL DEFAULT false,
  replay_of          text,
  notice             text,
  touched            text[] NOT NULL DEFAULT '{}',
  request_headers    json,
  answer_headers     json,
  request_bytes      int NOT NULL DEFAULT 0,
  answer_bytes       int NOT NULL DEFAULT 0,
  request_body       text,
  answer_body        text,
  file_hash          text,
  is_cut             boolean NOT NULL DEFAULT false,
  has_dropped_body   boolean NOT NULL DEFAULT false,
  ordered_fault      text,
  PRIMARY KEY (agreement, number, slot)
) PARTITION BY LIST (slot);

COMMENT ON TABLE request_log IS
  'Requests of agreements, for three days. A part is of one day, and is emptied as a whole before its turn comes '
  'again. Parts are unlogged: a crash of the database empties them, and no backup, standby, export or copy has them.';
COMMENT ON COLUMN request_log.number IS
  'In the order of the writing, so who reads on from the last number misses nothing. With gaps.';
COMMENT ON COLUMN request_log.slot IS 'The day on which it was written: its number since 1970, modulo 5.';
COMMENT ON COLUMN request_log.trace IS 'The trace that the client says it is part of (traceparent).';
COMMENT ON COLUMN request_log.query IS 'Of an agreement that logs faults only: names of parameters, without values.';
COMMENT ON COLUMN request_log.operation IS 'Method and path as declared; NULL where there is no such path.';
COMMENT ON COLUMN request_log.faults IS 'The first of what was wrong: [{"code", "property"}].';
COMMENT ON COLUMN request_log.replay_of IS 'The request that it repeats, at somebody''s wish.';
COMMENT ON COLUMN request_log.touched IS 'The items that it named: table and identifier, as in customer:1001.';
COMMENT ON COLUMN request_log.file_hash IS 'SHA-256 of the file that came with it, as hex; files are not kept.';
COMMENT ON COLUMN request_log.is_cut IS 'A body is longer than what is kept of it.';
COMMENT ON COLUMN request_log.has_dropped_body IS 'The log of the agreement was too full for its bodies.';
COMMENT ON COLUMN request_log.ordered_fault IS
  'The fault that was ordered for it, as Daybook-Fault of its answer says.';

CREATE INDEX request_log_request_id ON request_log (agreement, request_id);
