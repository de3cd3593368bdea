CREATE OR REPLACE FUNCTION wake_webhook(agreement_number int, event text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event FOR KEY SHARE;
  UPDATE webhook_due d SET due_at = now()
    WHERE d.agreement = agreement_number AND d.event_type = event AND (d.due_at IS NULL OR d.due_at > now());
END
$$;

COMMENT ON FUNCTION wake_webhook(int, text) IS
  'Has a webhook looked at, once the transaction is committed. KEY SHARE: as for its events (settle_webhook).';
