-- What is kept for good is not removed by TRUNCATE either: these tables refused only UPDATE and DELETE.
CREATE OR REPLACE TRIGGER asset_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON asset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER entry_reversal_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER project_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON project_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER project_posting_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON project_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE OR REPLACE TRIGGER voucher_reversal_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON voucher_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
