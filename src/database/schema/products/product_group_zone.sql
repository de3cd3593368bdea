CREATE TABLE product_group_zone (
  agreement             int NOT NULL REFERENCES agreement,
  product_group_number  int NOT NULL,
  zone                  int NOT NULL,
  account_number        int NOT NULL,
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, product_group_number, zone),
  CONSTRAINT product_group_zone_product_group_number_fk FOREIGN KEY (agreement, product_group_number)
    REFERENCES product_group ON DELETE CASCADE,
  CONSTRAINT product_group_zone_zone_fk FOREIGN KEY (agreement, zone) REFERENCES vat_zone,
  CONSTRAINT product_group_zone_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE product_group_zone ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE product_group_zone IS 'Where sales of a group''s products to customers of a zone are booked.';

CREATE INDEX product_group_zone_of_zone ON product_group_zone (agreement, zone);
CREATE INDEX product_group_zone_of_account ON product_group_zone (agreement, account_number);

CREATE OR REPLACE TRIGGER product_group_zone_made AFTER INSERT ON product_group_zone REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();
CREATE OR REPLACE TRIGGER product_group_zone_changed AFTER UPDATE ON product_group_zone
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();
CREATE OR REPLACE TRIGGER product_group_zone_deleted AFTER DELETE ON product_group_zone
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();
SELECT keep_trail('product_group_zone', 'Zones', '{product_group_number,zone}');
