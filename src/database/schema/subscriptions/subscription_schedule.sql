CREATE TABLE subscription_schedule (
  agreement       int PRIMARY KEY REFERENCES agreement,
  is_active       boolean NOT NULL DEFAULT false,
  makes_orders    boolean NOT NULL DEFAULT false,
  is_combined     boolean NOT NULL DEFAULT false,
  due_by          text NOT NULL DEFAULT 'start' CHECK (due_by IN ('start', 'end')),
  share_on        text NOT NULL DEFAULT 'price' CHECK (share_on IN ('price', 'quantity')),
  last_run_date   date,
  object_version  bigint NOT NULL DEFAULT nextval('object_version')
);
ALTER TABLE subscription_schedule ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscription_schedule IS
  'When runs of subscriptions are made by themselves: one row for each agreement.';

-- What a node looks for.
CREATE INDEX subscription_schedule_of_active ON subscription_schedule (last_run_date) WHERE is_active;

SELECT keep_trail('subscription_schedule', 'SubscriptionSchedule', '{}', '{last_run_date}');
