-- Webhooks, and the events written in the transactions that cause them (rule 10.2).

CREATE TABLE webhook (
  agreement            int NOT NULL REFERENCES agreement,
  event_type           text NOT NULL,
  -- Whose it is; another app of the agreement neither sees nor changes it.
  app                  int NOT NULL REFERENCES app,
  name                 text NOT NULL,
  url                  text NOT NULL,
  content_type         text NOT NULL,
  post_data            text,
  -- [{"key": …, "value": …}, …]
  custom_headers       json,
  is_disabled          boolean NOT NULL DEFAULT false,
  last_disabled_date   timestamptz,
  -- Since when every attempt has failed; NULL after a success and where nothing was tried.
  failing_since        timestamptz,
  -- What requests are signed with (Standard Webhooks): 32 random bytes. After a rotation the one before is valid for a while too.
  secret               text NOT NULL
    DEFAULT 'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'),
  previous_secret      text,
  previous_secret_until timestamptz,
  last_updated         timestamptz NOT NULL DEFAULT now(),
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, event_type)
);

-- The order of deliveries within a webhook; one that is sent again goes to the end.
CREATE SEQUENCE webhook_delivery_position AS bigint;

-- One event for one webhook: the outbox and, once it is sent, the log.
CREATE TABLE webhook_delivery (
  agreement      int NOT NULL REFERENCES agreement,
  number         int NOT NULL CHECK (number >= 1),
  event_type     text NOT NULL,
  -- Whose webhook it is for.
  app            int NOT NULL REFERENCES app,
  -- The `webhook-id` of every request made for it, by which the receiver drops a repeat.
  webhook_id     text NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  -- Values of the event's merge fields by name.
  fields         jsonb NOT NULL,
  is_test        boolean NOT NULL DEFAULT false,
  occurred_at    timestamptz NOT NULL DEFAULT now(),
  -- skipped: it happened while the webhook was disabled; failed: the last attempt is made, or the receiver is gone.
  state          text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'skipped')),
  position       bigint NOT NULL DEFAULT nextval('webhook_delivery_position'),
  -- Attempts of the present round; sending it again begins a new one.
  round_attempts int NOT NULL DEFAULT 0,
  -- When the next attempt is due, while pending.
  due_at         timestamptz NOT NULL DEFAULT now(),
  -- Every attempt, oldest first: {"startedAt", "durationMilliseconds", "statusCode", "error", "answer"}.
  attempts       jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (agreement, number),
  CONSTRAINT webhook_delivery_webhook_fk FOREIGN KEY (agreement, event_type) REFERENCES webhook ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_next ON webhook_delivery (agreement, event_type, position) WHERE state = 'pending';
CREATE INDEX webhook_delivery_occurred ON webhook_delivery (occurred_at);

-- Wakes a node to look after a webhook. Later attempts need no wake-up: nodes look for what is due.
CREATE FUNCTION wake_webhook(agreement_number int, event text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('deliver-webhook', json_build_object('agreement', agreement_number, 'eventType', event),
    max_attempts => 1, job_key => format('webhook %s %s', agreement_number, event), job_key_mode => 'preserve_run_at');
END
$$;

-- When a webhook was disabled, by whomever; one that is enabled again begins without failures.
CREATE FUNCTION note_webhook_switched() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_disabled THEN
    NEW.last_disabled_date := clock_timestamp();
  ELSE
    NEW.failing_since := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER webhook_made_disabled BEFORE INSERT ON webhook
  FOR EACH ROW WHEN (NEW.is_disabled) EXECUTE FUNCTION note_webhook_switched();
CREATE TRIGGER webhook_switched BEFORE UPDATE ON webhook
  FOR EACH ROW WHEN (OLD.is_disabled <> NEW.is_disabled) EXECUTE FUNCTION note_webhook_switched();

-- An app that has lost its grants of the agreement can no longer take its webhook away: it makes room for another's.
CREATE FUNCTION remove_abandoned_webhook() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook w
    WHERE w.agreement = NEW.agreement AND w.event_type = NEW.event_type AND w.app <> NEW.app
      AND NOT EXISTS (SELECT FROM access_grant g WHERE g.agreement = w.agreement AND g.app = w.app AND g.revoked_at IS NULL);
  RETURN NEW;
END
$$;
CREATE TRIGGER webhook_abandoned BEFORE INSERT ON webhook
  FOR EACH ROW EXECUTE FUNCTION remove_abandoned_webhook();

-- What waits for a webhook is sent at once when it is enabled again.
CREATE FUNCTION resume_webhook() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_delivery d SET due_at = now()
    WHERE d.agreement = NEW.agreement AND d.event_type = NEW.event_type AND d.state = 'pending';
  PERFORM wake_webhook(NEW.agreement, NEW.event_type);
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_enabled AFTER UPDATE ON webhook
  FOR EACH ROW WHEN (OLD.is_disabled AND NOT NEW.is_disabled) EXECUTE FUNCTION resume_webhook();

-- Writes one event per record into the log of the agreement's webhook for it, if there is one, in the caller's transaction.
-- The counter's row stays locked until that ends: numbers and positions are in the order of the commits. Answers the first number.
CREATE FUNCTION emit_events(agreement_number int, event text, records jsonb[], test boolean DEFAULT false) RETURNS int
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
    PERFORM wake_webhook(agreement_number, event);
  END IF;
  RETURN first_number;
END
$$;

-- "Updated" covers create, change and delete: on create the old number is empty, on delete the new one.
CREATE FUNCTION emit_record_events() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN
    FOR changed IN
      SELECT agreement, array_agg(jsonb_build_object('OLDNUMBER', number::text, 'NEWNUMBER', '') ORDER BY number) AS records
      FROM old_rows GROUP BY agreement
    LOOP
      PERFORM emit_events(changed.agreement, TG_ARGV[0], changed.records);
    END LOOP;
  ELSE
    FOR changed IN
      SELECT agreement, array_agg(jsonb_build_object('OLDNUMBER', CASE TG_OP WHEN 'INSERT' THEN '' ELSE number::text END,
        'NEWNUMBER', number::text) ORDER BY number) AS records
      FROM new_rows GROUP BY agreement
    LOOP
      PERFORM emit_events(changed.agreement, TG_ARGV[0], changed.records);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER customer_created AFTER INSERT ON customer REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('CUSTOMER_UPDATED');
CREATE TRIGGER customer_changed AFTER UPDATE ON customer REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('CUSTOMER_UPDATED');
CREATE TRIGGER customer_deleted AFTER DELETE ON customer REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('CUSTOMER_UPDATED');

CREATE TRIGGER project_created AFTER INSERT ON project REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('PROJECT_UPDATED');
CREATE TRIGGER project_changed AFTER UPDATE ON project REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('PROJECT_UPDATED');
CREATE TRIGGER project_deleted AFTER DELETE ON project REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_record_events('PROJECT_UPDATED');

CREATE FUNCTION emit_journal_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  booked record;
BEGIN
  FOR booked IN
    SELECT agreement, array_agg(jsonb_build_object('DAYBOOKNO', journal_number::text, 'FROMSERIALNO', first_entry::text,
      'TOSERIALNO', last_entry::text) ORDER BY number) AS records
    FROM new_rows WHERE journal_number IS NOT NULL GROUP BY agreement
  LOOP
    PERFORM emit_events(booked.agreement, 'JOURNAL_BOOKED', booked.records);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER booking_made AFTER INSERT ON booking REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_journal_booked();

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE webhook ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE webhook_delivery ALTER COLUMN agreement SET STATISTICS 0;
