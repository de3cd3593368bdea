CREATE TABLE system_account (
  agreement       int NOT NULL REFERENCES agreement,
  purpose         text NOT NULL CHECK (purpose IN ('rounding', 'result', 'exchangeDifference')),
  account_number  int NOT NULL,
  PRIMARY KEY (agreement, purpose),
  CONSTRAINT system_account_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE system_account ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE system_account IS 'The accounts an agreement''s books need for postings nobody types in.';

CREATE OR REPLACE TRIGGER system_account_made_off_summaries AFTER INSERT ON system_account
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE OR REPLACE TRIGGER system_account_changed_off_summaries AFTER UPDATE ON system_account
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
SELECT keep_trail('system_account', 'SystemAccounts', '{purpose}');
