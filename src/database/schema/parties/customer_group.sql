CREATE TABLE customer_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  account_number  int NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT customer_group_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE customer_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE customer_group IS 'Customers whose open items are on one summary account.';

CREATE OR REPLACE TRIGGER customer_group_account_kept AFTER UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_account_of_open_items();
CREATE OR REPLACE TRIGGER customer_group_made_clean AFTER INSERT ON customer_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE OR REPLACE TRIGGER customer_group_changed_clean AFTER UPDATE ON customer_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE OR REPLACE TRIGGER customer_group_made_summary BEFORE INSERT ON customer_group
  FOR EACH ROW EXECUTE FUNCTION mark_summary_account();
CREATE OR REPLACE TRIGGER customer_group_changed_summary BEFORE UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION mark_summary_account();
CREATE OR REPLACE TRIGGER customer_group_made_off_defaults AFTER INSERT ON customer_group
  FOR EACH ROW EXECUTE FUNCTION keep_summary_account_off_defaults();
CREATE OR REPLACE TRIGGER customer_group_changed_off_defaults AFTER UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_summary_account_off_defaults();
SELECT keep_trail('customer_group', 'CustomerGroups', '{number}');
