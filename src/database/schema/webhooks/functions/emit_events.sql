CREATE OR REPLACE FUNCTION emit_events(agreement_number int, event text, records jsonb[], test boolean
  DEFAULT false, traces text[] DEFAULT NULL) RETURNS int
  LANGUAGE plpgsql AS $$
DECLARE
  receiver record;
  first_number int;
  moment timestamptz;
  shared text := current_setting('daybook.trace', true);
BEGIN
  -- KEY SHARE: a webhook that is being deleted takes no more events; a changed one does.
  SELECT w.is_disabled, w.app INTO receiver FROM webhook w
    WHERE w.agreement = agreement_number AND w.event_type = event FOR KEY SHARE;
  IF NOT FOUND OR cardinality(records) = 0 THEN
    RETURN NULL;
  END IF;
  first_number := take_numbers(agreement_number, 'webhook_delivery', cardinality(records));
  moment := clock_of(agreement_number);
  INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, is_test, state, ended_by, occurred_at,
    due_at, trace, request_id)
    SELECT agreement_number, first_number + r.place::int - 1, event, receiver.app, r.fields, test,
      CASE WHEN receiver.is_disabled THEN 'skipped' ELSE 'pending' END, CASE WHEN receiver.is_disabled
        THEN 'disabled' END,
      moment, moment, nullif(split_part(o.origin, ' ', 1), ''), nullif(split_part(o.origin, ' ', 2), '')
    FROM unnest(records) WITH ORDINALITY AS r(fields, place)
    CROSS JOIN LATERAL (SELECT CASE WHEN traces IS NULL THEN shared ELSE traces[r.place] END AS origin) o
    ORDER BY r.place;
  IF NOT receiver.is_disabled THEN
    UPDATE webhook_due d SET due_at = now()
      WHERE d.agreement = agreement_number AND d.event_type = event
        AND (d.due_at IS NULL OR d.due_at > now() AND deliveries_aside(agreement_number) > 1);
  END IF;
  RETURN first_number;
END
$$;

COMMENT ON FUNCTION emit_events(int, text, jsonb[], boolean, text[]) IS
  'Writes one event per record into the log of the agreement''s webhook for it, if there is one, in the caller''s '
  'transaction (rule 10.2). The counter''s row stays locked until that ends: numbers and positions are in the order '
  'of the commits. An event wakes only where nobody is to look yet: what waits behind others is found with them, '
  'but where those that fail step aside. '
  'Answers the first number. Each of `traces` is a trace and, behind a space, the request that caused the event.';
