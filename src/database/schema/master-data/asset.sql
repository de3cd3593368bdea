CREATE TABLE asset (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  group_number      int NOT NULL,
  text              text,
  start_date        date NOT NULL,
  life_time_months  int NOT NULL CHECK (life_time_months >= 1),
  PRIMARY KEY (agreement, number),
  CONSTRAINT asset_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES asset_group
);
ALTER TABLE asset ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE asset IS
  'An asset as it was bought: registered by the booking of its entry, or brought along from another register, for '
  'good. What it cost is in its entries, or in asset_opening.';

CREATE INDEX asset_of_group ON asset (agreement, group_number);

-- What is kept for good is not removed by TRUNCATE either: these tables refused only UPDATE and DELETE.
CREATE OR REPLACE TRIGGER asset_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON asset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
