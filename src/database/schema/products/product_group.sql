CREATE TABLE product_group (
  agreement                int NOT NULL REFERENCES agreement,
  number                   int NOT NULL CHECK (number >= 1),
  name                     text NOT NULL,
  domestic_account_number  int NOT NULL,
  project_account_number   int,
  is_in_project            boolean NOT NULL DEFAULT false,
  accrual_account_number   int,
  object_version           bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_group_domestic_account_number_fk FOREIGN KEY (agreement, domestic_account_number)
    REFERENCES account,
  CONSTRAINT product_group_project_account_number_fk FOREIGN KEY (agreement, project_account_number)
    REFERENCES account,
  CONSTRAINT product_group_accrual_account_number_fk FOREIGN KEY (agreement, accrual_account_number)
    REFERENCES account
);
ALTER TABLE product_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product_group IS 'Products whose sales are booked on the same accounts.';
COMMENT ON COLUMN product_group.domestic_account_number IS
  'The accounts of zones 1 and 5: one value with the zone''s row each.';

CREATE INDEX product_group_of_domestic_account ON product_group (agreement, domestic_account_number);
CREATE INDEX product_group_of_project_account ON product_group (agreement, project_account_number)
  WHERE project_account_number IS NOT NULL;
CREATE INDEX product_group_of_accrual_account ON product_group (agreement, accrual_account_number)
  WHERE accrual_account_number IS NOT NULL;

CREATE OR REPLACE TRIGGER product_group_in_project BEFORE INSERT OR UPDATE ON product_group
  FOR EACH ROW EXECUTE FUNCTION note_product_group_in_project();
CREATE OR REPLACE TRIGGER product_group_made AFTER INSERT ON product_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group();
CREATE OR REPLACE TRIGGER product_group_changed AFTER UPDATE ON product_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group();
SELECT keep_trail('product_group', 'ProductGroups', '{number}');
