CREATE TABLE subscription (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number >= 1),
  name               text NOT NULL,
  description        text,
  interval           int NOT NULL CHECK ("interval" >= 1 AND "interval" <= 13),
  is_calendar_based  boolean NOT NULL,
  collection         int NOT NULL CHECK (collection IN (0, 1)),
  include_name       boolean NOT NULL,
  include_period     boolean NOT NULL,
  allow_more_than_one_per_customer boolean NOT NULL,
  accrue             boolean NOT NULL,
  is_barred          boolean NOT NULL,
  last_updated       timestamptz NOT NULL DEFAULT now(),
  object_version     bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT subscription_calendar_interval CHECK (NOT is_calendar_based OR ("interval" <> ALL (ARRAY[1, 2, 7, 12,
    13])))
);
ALTER TABLE subscription ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscription IS
  'What customers can subscribe to: its periods, and how a period is invoiced (rule 13.2).';
COMMENT ON COLUMN subscription.collection IS
  '0 the whole price, 1 the share of the period that the subscriber was there.';

CREATE INDEX subscription_of_name ON subscription (agreement, fold(name));

CREATE OR REPLACE TRIGGER subscription_numbers_forgotten AFTER DELETE ON subscription REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_numbers_of_parts('subscription_line');
SELECT keep_trail('subscription', 'Subscriptions', '{number}');
