-- The trace of the request that caused an event, where it is part of one: W3C Trace Context's id and flags. Requests made for the event carry it on.
ALTER TABLE webhook_delivery ADD COLUMN trace text CHECK (trace ~ '^[0-9a-f]{32}-[0-9a-f]{2}$');

-- As before (0014), and each event has its trace: its own where several requests are written together, else that of the transaction.
DROP FUNCTION emit_events(int, text, jsonb[], boolean);
CREATE FUNCTION emit_events(agreement_number int, event text, records jsonb[], test boolean DEFAULT false, traces text[] DEFAULT NULL) RETURNS int
  LANGUAGE plpgsql AS $$
DECLARE
  receiver record;
  first_number int;
BEGIN
  -- KEY SHARE: a webhook that is being deleted takes no more events; a changed one does.
  SELECT w.is_disabled, w.app INTO receiver FROM webhook w
    WHERE w.agreement = agreement_number AND w.event_type = event FOR KEY SHARE;
  IF NOT FOUND OR cardinality(records) = 0 THEN
    RETURN NULL;
  END IF;
  first_number := take_numbers(agreement_number, 'webhook_delivery', cardinality(records));
  INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, is_test, state, trace)
    SELECT agreement_number, first_number + r.place::int - 1, event, receiver.app, r.fields, test,
      CASE WHEN receiver.is_disabled THEN 'skipped' ELSE 'pending' END,
      CASE WHEN traces IS NULL THEN nullif(current_setting('daybook.trace', true), '') ELSE traces[r.place] END
    FROM unnest(records) WITH ORDINALITY AS r(fields, place)
    ORDER BY r.place;
  IF NOT receiver.is_disabled THEN
    UPDATE webhook_due d SET due_at = now()
      WHERE d.agreement = agreement_number AND d.event_type = event AND d.due_at IS NULL;
  END IF;
  RETURN first_number;
END
$$;
