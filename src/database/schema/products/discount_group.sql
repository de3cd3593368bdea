CREATE TABLE discount_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE discount_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE discount_group IS 'Customers who get the same discounts.';

SELECT keep_trail('discount_group', 'DiscountGroups', '{number}');
