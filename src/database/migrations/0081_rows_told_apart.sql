-- Rows that a replica is told of are named by a key: without one an UPDATE or DELETE is refused while a shard moves to another server.
ALTER TABLE other_dimension_value REPLICA IDENTITY USING INDEX other_dimension_value_agreement_dimension_number_number_key;
ALTER TABLE other_distribution REPLICA IDENTITY USING INDEX other_distribution_agreement_dimension_number_number_key;
