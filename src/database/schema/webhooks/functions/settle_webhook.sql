CREATE OR REPLACE FUNCTION settle_webhook(agreement_number int, event text, ahead float8,
  held_fence bigint) RETURNS boolean
  LANGUAGE plpgsql AS $$
DECLARE
  next_at timestamptz;
BEGIN
  PERFORM FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event FOR UPDATE SKIP LOCKED;
  IF NOT FOUND AND EXISTS (SELECT FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event) THEN
    RETURN false;
  END IF;
  SELECT min(d.due_at) INTO next_at FROM webhook w CROSS JOIN LATERAL (
    SELECT d.due_at FROM webhook_delivery d
    WHERE d.agreement = agreement_number AND d.event_type = event AND d.state = 'pending'
    ORDER BY d.position LIMIT deliveries_aside(agreement_number)) d
  WHERE w.agreement = agreement_number AND w.event_type = event AND NOT w.is_disabled;
  IF next_at <= clock_of(agreement_number) + make_interval(secs => ahead) THEN
    RETURN false;
  END IF;
  -- By the real clock: one that stands leads to no later moment by itself, and looks again when it is set.
  next_at := coalesce((
    SELECT CASE WHEN c.is_frozen THEN 'infinity' ELSE next_at - (c.shown - c.set_at) END
    FROM sandbox_clock c JOIN agreement a ON a.agreement = c.agreement AND a.is_sandbox
    WHERE c.agreement = agreement_number AND next_at IS NOT NULL), next_at);
  UPDATE webhook_due d SET due_at = next_at
    WHERE d.agreement = agreement_number AND d.event_type = event AND d.due_at IS DISTINCT FROM next_at;
  UPDATE lease l SET until = '-infinity' WHERE l.agreement = agreement_number AND l.name = event
    AND l.fence = held_fence;
  RETURN true;
END
$$;

COMMENT ON FUNCTION settle_webhook(int, text, double precision, bigint) IS
  'Notes when a webhook is to be looked at next, and gives its lease back, where nothing is due. Answers whether it '
  'did; if not, look again. Whoever writes an event holds the webhook''s row until he has committed. So once this '
  'has it for itself, there is no event that is not seen.';
