-- What one process at a time does, and what wakes whoever delivers webhooks: rows, so that nothing depends on a connection. A pooler may give
-- every transaction another one, and NOTIFY holds a lock that all databases of a server share until the commit is written.

-- What somebody has taken to do, until he gives it back or the time is over (src/database/leases.ts).
CREATE TABLE lease (
  agreement int NOT NULL REFERENCES agreement,
  name      text NOT NULL,
  -- Who holds it: machine, process and a number, for people to read.
  owner     text NOT NULL,
  until     timestamptz NOT NULL,
  -- Counts the holders: who comes back late and finds another number holds it no more.
  fence     bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (agreement, name)
) WITH (fillfactor = 50);

-- When somebody is to look at a webhook: never later than its first pending delivery is due, and never NULL while an enabled webhook has one.
CREATE TABLE webhook_due (
  agreement  int NOT NULL,
  event_type text NOT NULL,
  due_at     timestamptz,
  PRIMARY KEY (agreement, event_type),
  CONSTRAINT webhook_due_event_type_fk FOREIGN KEY (agreement, event_type) REFERENCES webhook ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX webhook_due_at ON webhook_due (due_at) WHERE due_at IS NOT NULL;
INSERT INTO webhook_due (agreement, event_type, due_at)
  SELECT w.agreement, w.event_type, CASE WHEN EXISTS (
    SELECT FROM webhook_delivery d WHERE d.agreement = w.agreement AND d.event_type = w.event_type AND d.state = 'pending') THEN now() END
  FROM webhook w;

CREATE FUNCTION note_webhook_made() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_due (agreement, event_type) VALUES (NEW.agreement, NEW.event_type);
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_made AFTER INSERT ON webhook
  FOR EACH ROW EXECUTE FUNCTION note_webhook_made();

-- Has a webhook looked at, once the transaction is committed. KEY SHARE: as for its events (settle_webhook).
CREATE OR REPLACE FUNCTION wake_webhook(agreement_number int, event text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event FOR KEY SHARE;
  UPDATE webhook_due d SET due_at = now()
    WHERE d.agreement = agreement_number AND d.event_type = event AND (d.due_at IS NULL OR d.due_at > now());
END
$$;

-- As before (0008), but that an event wakes only where nobody is to look yet: what waits behind others is found with them.
CREATE OR REPLACE FUNCTION emit_events(agreement_number int, event text, records jsonb[], test boolean DEFAULT false) RETURNS int
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
  INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, is_test, state)
    SELECT agreement_number, first_number + r.place::int - 1, event, receiver.app, r.fields, test,
      CASE WHEN receiver.is_disabled THEN 'skipped' ELSE 'pending' END
    FROM unnest(records) WITH ORDINALITY AS r(fields, place)
    ORDER BY r.place;
  IF NOT receiver.is_disabled THEN
    UPDATE webhook_due d SET due_at = now()
      WHERE d.agreement = agreement_number AND d.event_type = event AND d.due_at IS NULL;
  END IF;
  RETURN first_number;
END
$$;

-- Notes when a webhook is to be looked at next, and gives its lease back, where nothing is due. Answers whether it did; if not, look again.
-- Whoever writes an event holds the webhook's row until he has committed. So once this has it for itself, there is no event that is not seen.
CREATE FUNCTION settle_webhook(agreement_number int, event text, ahead float8, held_fence bigint) RETURNS boolean
  LANGUAGE plpgsql AS $$
DECLARE
  next_at timestamptz;
BEGIN
  PERFORM FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event FOR UPDATE SKIP LOCKED;
  IF NOT FOUND AND EXISTS (SELECT FROM webhook w WHERE w.agreement = agreement_number AND w.event_type = event) THEN
    RETURN false;
  END IF;
  SELECT d.due_at INTO next_at FROM webhook w CROSS JOIN LATERAL (
    SELECT * FROM webhook_delivery d
    WHERE d.agreement = agreement_number AND d.event_type = event AND d.state = 'pending' ORDER BY d.position LIMIT 1) d
  WHERE w.agreement = agreement_number AND w.event_type = event AND NOT w.is_disabled;
  IF next_at <= clock_timestamp() + make_interval(secs => ahead) THEN
    RETURN false;
  END IF;
  UPDATE webhook_due d SET due_at = next_at
    WHERE d.agreement = agreement_number AND d.event_type = event AND d.due_at IS DISTINCT FROM next_at;
  UPDATE lease l SET until = '-infinity' WHERE l.agreement = agreement_number AND l.name = event AND l.fence = held_fence;
  RETURN true;
END
$$;

-- The queue that told of events before: nothing else was in it.
DROP SCHEMA IF EXISTS graphile_worker CASCADE;

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE lease ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE webhook_due ALTER COLUMN agreement SET STATISTICS 0;
