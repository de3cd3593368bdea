CREATE TABLE total_interval (
  agreement            int NOT NULL REFERENCES agreement,
  account_number       int NOT NULL,
  from_account_number  int NOT NULL,
  to_account_number    int NOT NULL,
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, account_number, from_account_number),
  CONSTRAINT total_interval_order CHECK (from_account_number <= to_account_number),
  CONSTRAINT total_interval_account_number_fk FOREIGN KEY (agreement, account_number)
    REFERENCES account ON DELETE CASCADE
);
ALTER TABLE total_interval ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE total_interval IS 'What an account of type 6 sums. Ends are included, and need not be accounts.';

CREATE OR REPLACE TRIGGER total_interval_inserted AFTER INSERT ON total_interval REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();
CREATE OR REPLACE TRIGGER total_interval_updated AFTER UPDATE ON total_interval REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();
CREATE OR REPLACE TRIGGER total_interval_deleted AFTER DELETE ON total_interval REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();
SELECT keep_trail('total_interval', 'TotalIntervals', '{account_number,from_account_number}');
