CREATE TABLE discount (
  agreement              int NOT NULL REFERENCES agreement,
  discount_group_number  int NOT NULL,
  product_group_number   int NOT NULL,
  percent                numeric NOT NULL CHECK (percent BETWEEN 0 AND 100),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, discount_group_number, product_group_number),
  CONSTRAINT discount_discount_group_number_fk FOREIGN KEY (agreement, discount_group_number)
    REFERENCES discount_group ON DELETE CASCADE,
  CONSTRAINT discount_product_group_number_fk FOREIGN KEY (agreement, product_group_number)
    REFERENCES product_group ON DELETE CASCADE
);
ALTER TABLE discount ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE discount IS 'What customers of a discount group get off products of a product group, in per cent.';

CREATE INDEX discount_of_product_group ON discount (agreement, product_group_number);

SELECT keep_trail('discount', 'Discounts', '{discount_group_number,product_group_number}');
