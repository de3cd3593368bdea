CREATE OR REPLACE VIEW request AS
  -- All columns, up to ordered_fault: a view keeps those that it was made with.
  SELECT r.* FROM request_log r WHERE r.started_at > now() - interval '72 hours';

COMMENT ON VIEW request IS
  'Requests as they are listed: none is older than three days, also before its part is emptied.';
