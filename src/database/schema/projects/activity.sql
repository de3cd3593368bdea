CREATE TABLE activity (
  agreement           int NOT NULL REFERENCES agreement,
  number              int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name                text NOT NULL,
  group_number        int NOT NULL,
  is_accessible       boolean NOT NULL,
  in_lieu_code        int NOT NULL DEFAULT 0,
  hide_in_search      boolean NOT NULL DEFAULT false,
  cutoff_date         date,
  sales_price_before  numeric,
  sales_price_after   numeric,
  cost_price_markup_percentage numeric,
  object_version      bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT activity_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES activity_group
);
ALTER TABLE activity ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE activity IS 'A kind of work that employees register time on.';

CREATE INDEX activity_group_number ON activity (agreement, group_number);

CREATE OR REPLACE TRIGGER activity_priced AFTER UPDATE ON activity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number',
    'group_number, cutoff_date, sales_price_before, sales_price_after, cost_price_markup_percentage');
SELECT keep_trail('activity', 'Activities', '{number}');
