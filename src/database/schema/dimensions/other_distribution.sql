CREATE TABLE other_distribution PARTITION OF dimension_distribution FOR VALUES IN (2, 3);
-- Rows that a replica is told of are named by a key: without one an UPDATE or DELETE is refused while a shard moves to
-- another server.
ALTER TABLE other_distribution REPLICA IDENTITY
  USING INDEX other_distribution_agreement_dimension_number_number_key;
ALTER TABLE other_distribution ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE other_distribution IS
  'Distributions of dimensions 2 and 3: the other partition of dimension_distribution.';

SELECT keep_trail('other_distribution', 'DimensionDistributions', '{dimension_number,number}');
