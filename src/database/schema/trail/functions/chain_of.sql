CREATE OR REPLACE AGGREGATE chain_of(previous bytea, line text) (SFUNC = add_to_chain, STYPE = bytea);

COMMENT ON AGGREGATE chain_of(bytea, text) IS 'The seal at the end of lines that follow a seal, in the order given.';
