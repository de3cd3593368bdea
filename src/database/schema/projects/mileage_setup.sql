CREATE TABLE mileage_setup (
  agreement                int PRIMARY KEY REFERENCES agreement,
  cut_off_date             date,
  cost_rate_before         numeric,
  cost_rate_after          numeric,
  sales_rate_before        numeric,
  sales_rate_after         numeric,
  include_cost_in_finance  boolean NOT NULL DEFAULT false,
  cost_account_type        int CHECK (cost_account_type IN (0, 1)),
  cost_account             int,
  contra_account           int,
  cost_account_closed      int,
  object_version           bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT mileage_setup_cost_account_fk FOREIGN KEY (agreement, cost_account) REFERENCES account,
  CONSTRAINT mileage_setup_contra_account_fk FOREIGN KEY (agreement, contra_account) REFERENCES account,
  CONSTRAINT mileage_setup_cost_account_closed_fk FOREIGN KEY (agreement, cost_account_closed) REFERENCES account
);
ALTER TABLE mileage_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE mileage_setup IS
  'What a kilometre costs and is sold for, and where its cost is booked: one row for each agreement. Whoever '
  'registers anything holds it, and whoever changes a price takes it: so no registration misses a price.';

CREATE OR REPLACE TRIGGER mileage_setup_priced AFTER UPDATE ON mileage_setup
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('0',
    'cut_off_date, cost_rate_before, cost_rate_after, sales_rate_before, sales_rate_after');
SELECT keep_trail('mileage_setup', 'MileageSetup', '{}');
