CREATE TABLE other_dimension_value PARTITION OF dimension_value FOR VALUES IN (2, 3);
-- Rows that a replica is told of are named by a key: without one an UPDATE or DELETE is refused while a shard moves to
-- another server.
ALTER TABLE other_dimension_value REPLICA IDENTITY
  USING INDEX other_dimension_value_agreement_dimension_number_number_key;
ALTER TABLE other_dimension_value ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE other_dimension_value IS 'Values of dimensions 2 and 3: the other partition of dimension_value.';

SELECT keep_trail('other_dimension_value', 'DimensionValues', '{dimension_number,number}');
