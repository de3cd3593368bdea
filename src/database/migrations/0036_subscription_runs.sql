-- Runs of subscriptions: when they are made by themselves, and what becomes of subscribers as documents are booked or deleted.

CREATE TABLE subscription_schedule (
  agreement       int NOT NULL REFERENCES agreement,
  is_active       boolean NOT NULL DEFAULT false,
  makes_orders    boolean NOT NULL DEFAULT false,
  is_combined     boolean NOT NULL DEFAULT false,
  due_by          text NOT NULL DEFAULT 'start' CHECK (due_by IN ('start', 'end')),
  share_on        text NOT NULL DEFAULT 'price' CHECK (share_on IN ('price', 'quantity')),
  last_run_date   date,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement)
);
-- What a node looks for.
CREATE INDEX subscription_schedule_of_active ON subscription_schedule (last_run_date) WHERE is_active;

-- Every agreement has its schedule.
CREATE FUNCTION begin_subscription_schedule() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_schedule (agreement) SELECT n.agreement FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER agreement_begins_subscription_schedule AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_subscription_schedule();
INSERT INTO subscription_schedule (agreement) SELECT a.agreement FROM agreement a;

ALTER TABLE subscription_schedule ALTER COLUMN agreement SET STATISTICS 0;
SELECT keep_trail('subscription_schedule', 'SubscriptionSchedule', '{}', '{last_run_date}');

-- A draft that is booked: its subscribers have an invoice.
CREATE FUNCTION note_booked_subscribers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriber s SET booked_invoice_id = n.number, draft_document_id = NULL,
    last_updated = clock_timestamp(), object_version = nextval('object_version')
    FROM new_rows n WHERE s.agreement = n.agreement AND s.draft_document_id = n.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_invoice_notes_subscribers AFTER INSERT ON booked_invoice REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_booked_subscribers();

-- A draft that is deleted, and is not now another document of its number: its subscribers are current again. What is uninvoiced and follows on one
-- that is goes: a run makes it anew.
CREATE FUNCTION restore_subscribers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    SELECT o.agreement, o.number FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
  ), touched AS (
    SELECT DISTINCT s.agreement, coalesce(s.chain, s.number) AS chain FROM gone g
    JOIN subscriber s ON s.agreement = g.agreement AND s.draft_document_id = g.number
  ), uninvoiced AS (
    SELECT s.agreement, s.number, t.chain, s.start_date, s.booked_invoice_id IS NULL
      AND (s.draft_document_id IS NULL OR EXISTS (SELECT FROM gone g WHERE g.agreement = s.agreement AND g.number = s.draft_document_id)) AS is_so
    FROM touched t JOIN subscriber s ON s.agreement = t.agreement AND coalesce(s.chain, s.number) = t.chain
  )
  DELETE FROM subscriber s USING (
    SELECT u.agreement, u.number, u.is_so, lag(u.is_so) OVER (PARTITION BY u.agreement, u.chain ORDER BY u.start_date) AS follows_one
    FROM uninvoiced u
  ) AS f
  WHERE s.agreement = f.agreement AND s.number = f.number AND f.is_so AND f.follows_one;
  UPDATE subscriber s SET draft_document_id = NULL, is_only_one = false, last_updated = clock_timestamp(), object_version = nextval('object_version')
    FROM old_rows o
    WHERE s.agreement = o.agreement AND s.draft_document_id = o.number
      AND NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number);
  RETURN NULL;
END
$$;
CREATE TRIGGER draft_invoice_restores_subscribers AFTER DELETE ON draft_invoice REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION restore_subscribers();
CREATE TRIGGER sales_order_restores_subscribers AFTER DELETE ON sales_order REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION restore_subscribers();
