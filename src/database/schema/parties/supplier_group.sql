CREATE TABLE supplier_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  account_number  int NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_group_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE supplier_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE supplier_group IS 'Suppliers whose open items are on one summary account.';

CREATE OR REPLACE TRIGGER supplier_group_account_kept AFTER UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_account_of_open_items();
CREATE OR REPLACE TRIGGER supplier_group_made_clean AFTER INSERT ON supplier_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE OR REPLACE TRIGGER supplier_group_changed_clean AFTER UPDATE ON supplier_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE OR REPLACE TRIGGER supplier_group_made_summary BEFORE INSERT ON supplier_group
  FOR EACH ROW EXECUTE FUNCTION mark_summary_account();
CREATE OR REPLACE TRIGGER supplier_group_changed_summary BEFORE UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION mark_summary_account();
CREATE OR REPLACE TRIGGER supplier_group_made_off_defaults AFTER INSERT ON supplier_group
  FOR EACH ROW EXECUTE FUNCTION keep_summary_account_off_defaults();
CREATE OR REPLACE TRIGGER supplier_group_changed_off_defaults AFTER UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_summary_account_off_defaults();
SELECT keep_trail('supplier_group', 'Groups', '{number}');
