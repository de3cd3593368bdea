-- Rules of a plan that is there. Nothing but the plan itself is read by them, so what they name is not referred to.
CREATE TABLE fault_rule (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number >= 1),
  kind               text NOT NULL,
  operation          text,
  path               text,
  event_type         text,
  only_for_app       int,
  is_for_writes      boolean NOT NULL DEFAULT false,
  every              int CHECK (every >= 1),
  times              int CHECK (times >= 1),
  milliseconds       int CHECK (milliseconds >= 0),
  matched            bigint NOT NULL DEFAULT 0,
  hits               bigint NOT NULL DEFAULT 0,
  last_hit_at        timestamptz,
  PRIMARY KEY (agreement, number)
) WITH (fillfactor = 50);
ALTER TABLE fault_rule ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE fault_rule IS
  'The faults that a sandbox has ordered: what is to go wrong, and when. An agreement without a row has no plan, and '
  'nothing is asked for it.';
COMMENT ON COLUMN fault_rule.number IS 'Its place in the plan. The first rule that is due acts.';
COMMENT ON COLUMN fault_rule.kind IS
  'Of requests: 429, 503, 500, slow, cut, cutAfter, stale; of webhooks: duplicate, reorder, delay, fail.';
COMMENT ON COLUMN fault_rule.path IS 'A path, in which * stands for any signs.';
COMMENT ON COLUMN fault_rule.only_for_app IS 'The app whose requests, or whose webhooks, it is for; NULL: any.';
COMMENT ON COLUMN fault_rule.every IS 'Every how manieth of what it matches is hit; NULL: each.';
COMMENT ON COLUMN fault_rule.times IS 'How often it hits at most; NULL: without end.';
COMMENT ON COLUMN fault_rule.matched IS 'How often something matched it, on all nodes.';
COMMENT ON COLUMN fault_rule.hits IS 'How often it hit.';
