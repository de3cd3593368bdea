-- Of `agreement` no table but this one keeps statistics. Every statement names its agreement, and the planner would
-- take the agreements of its last ANALYZE for all there are: for a new one it expects a single row from any index that
-- begins with `agreement`, and picks one at random. Without statistics of that column it counts on an average
-- agreement, and chooses the index by the other columns.
CREATE TABLE agreement (
  agreement                   int PRIMARY KEY,
  name                        text NOT NULL,
  base_currency               text NOT NULL DEFAULT 'DKK',
  country                     text NOT NULL DEFAULT 'DK',
  modules                     text[] NOT NULL DEFAULT '{}',
  is_demo                     boolean NOT NULL DEFAULT false,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  is_sandbox                  boolean NOT NULL DEFAULT false,
  allows_product_renumbering  boolean NOT NULL DEFAULT false,
  request_log                 text CONSTRAINT agreement_request_log CHECK (request_log IN ('off', 'faults', 'all'))
);
CREATE SEQUENCE agreement_number AS int START 100001 OWNED BY agreement.agreement;

COMMENT ON TABLE agreement IS 'One company and its books. Its row is the lock of the ledger: who books holds it.';
COMMENT ON COLUMN agreement.is_sandbox IS
  'A company made to try things out: it may be made anew or deleted without asking.';
COMMENT ON COLUMN agreement.allows_product_renumbering IS 'Whether products may change their numbers.';
COMMENT ON COLUMN agreement.request_log IS
  'Which of its requests are logged; NULL: all of a sandbox, none of the demo company, faults of others.';

CREATE OR REPLACE TRIGGER agreement_begins_sales AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_sales();
CREATE OR REPLACE TRIGGER agreement_begins_company AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_company();
CREATE OR REPLACE TRIGGER agreement_begins_subscription_schedule AFTER INSERT ON agreement
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_subscription_schedule();
CREATE OR REPLACE TRIGGER agreement_begins_projects AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_projects();
CREATE OR REPLACE TRIGGER agreement_begins_dimensions AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_dimensions();
SELECT keep_trail('agreement', 'Agreements', '{}',
  '{name,is_demo,is_sandbox,created_at,allows_product_renumbering,request_log}');
