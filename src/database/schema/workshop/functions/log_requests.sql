CREATE OR REPLACE FUNCTION log_requests(agreement_number int, sent json, bound bigint, dropped int) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  this_hour timestamptz;
  this_slot int;
  spent bigint;
  own request_hour;
  share bigint;
  last int;
BEGIN
  PERFORM FROM agreement a WHERE a.agreement = agreement_number FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(7310450, agreement_number);
  this_hour := date_trunc('hour', clock_timestamp());
  this_slot := extract(epoch FROM clock_timestamp())::bigint / 86400 % 5;
  SELECT h.* INTO own FROM request_hour h WHERE h.agreement = agreement_number AND h.hour = this_hour;
  IF NOT FOUND THEN
    DELETE FROM request_hour h WHERE h.agreement = agreement_number AND h.hour < this_hour - interval '96 hours';
    INSERT INTO request_hour AS h (agreement, hour) VALUES (agreement_number, this_hour) RETURNING h.* INTO own;
  END IF;
  SELECT coalesce(sum(h.bytes), 0) - own.bytes, max(h.last_number) INTO spent, last
    FROM request_hour h WHERE h.agreement = agreement_number;
  share := greatest(0, (bound - spent) / 2);
  -- The seconds since 2026: numbers go on, too, after a crash that has emptied these tables.
  last := greatest(last, extract(epoch FROM clock_timestamp())::bigint - 1767225600);
  WITH came AS MATERIALIZED (
    SELECT r.*, 400 + octet_length(r.path) + coalesce(octet_length(r.query), 0)
      + octet_length(coalesce(r.request_headers::text, ''))
        + octet_length(coalesce(r.answer_headers::text, '')) + octet_length(r.faults::text) AS row_bytes,
      coalesce(octet_length(r.request_body), 0) + coalesce(octet_length(r.answer_body), 0) AS body_bytes
    FROM json_to_recordset(sent) AS r(place int, request_id text, trace text, started_at timestamptz,
      milliseconds numeric, method text, path text, query text, operation text, api text, api_version text, status int,
      faults jsonb, app int, grant_number int, person text, idempotency_key text, is_replayed boolean, replay_of text,
      notice text, touched text[], request_headers json, answer_headers json,
      request_bytes int, answer_bytes int, request_body text, answer_body text, file_hash text, is_cut boolean,
        ordered_fault text)),
  weighed AS (
    SELECT c.*, own.bytes + sum(c.row_bytes + c.body_bytes) OVER (ORDER BY c.place) <= share / 4 * 3 AS has_room
      FROM came c),
  fitted AS MATERIALIZED (
    SELECT w.*, w.body_bytes > 0 AND NOT w.has_room AS loses_body,
      own.bytes + sum(w.row_bytes + CASE WHEN w.has_room THEN w.body_bytes ELSE 0 END) OVER (ORDER BY w.place) <= share
        AS is_kept
    FROM weighed w),
  written AS (
    INSERT INTO request_log (agreement, number, slot, request_id, trace, started_at, milliseconds, method, path, query,
      operation, api, api_version, status, faults, app, grant_number, person, idempotency_key, is_replayed, replay_of,
      notice, touched, request_headers, answer_headers, request_bytes, answer_bytes, request_body, answer_body,
      file_hash, is_cut, has_dropped_body, ordered_fault)
    SELECT agreement_number, last + f.place, this_slot, f.request_id, f.trace, f.started_at, f.milliseconds, f.method,
      f.path, f.query, f.operation, f.api, f.api_version, f.status, f.faults, f.app, f.grant_number, f.person,
      f.idempotency_key, f.is_replayed, f.replay_of, f.notice, f.touched, f.request_headers, f.answer_headers,
      f.request_bytes, f.answer_bytes, CASE WHEN f.has_room THEN f.request_body END,
      CASE WHEN f.has_room THEN f.answer_body END, f.file_hash, f.is_cut, f.loses_body, f.ordered_fault
    FROM fitted f WHERE f.is_kept)
  UPDATE request_hour h SET last_number = coalesce(n.last, h.last_number), requests = h.requests + n.kept,
    bytes = h.bytes + n.bytes, dropped_bodies = h.dropped_bodies + n.without_body, dropped_requests = h.dropped_requests
    + n.lost + dropped
  FROM (
    SELECT max(last + f.place) FILTER (WHERE f.is_kept) AS last, count(*) FILTER (WHERE f.is_kept) AS kept,
      count(*) FILTER (WHERE NOT f.is_kept) AS lost, count(*) FILTER (WHERE f.is_kept AND f.loses_body) AS without_body,
      coalesce(sum(f.row_bytes + CASE WHEN f.has_room THEN f.body_bytes ELSE 0 END) FILTER (WHERE f.is_kept), 0)
        AS bytes
    FROM fitted f) n
  WHERE h.agreement = agreement_number AND h.hour = this_hour;
END
$$;

COMMENT ON FUNCTION log_requests(int, json, bigint, int) IS
  'Writes requests of one agreement into its log, in the order of their places from 1 on. An hour takes at most half '
  'of what the hours before it have left of the bound: bodies up to three quarters of that, and rows to its end. What '
  'is too much is counted, with those that the process dropped itself.';
