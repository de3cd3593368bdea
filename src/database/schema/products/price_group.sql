CREATE TABLE price_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE price_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE price_group IS 'Customers who get the same special prices.';

SELECT keep_trail('price_group', 'PriceGroups', '{number}');
