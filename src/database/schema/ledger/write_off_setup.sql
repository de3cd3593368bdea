CREATE TABLE write_off_setup (
  agreement   int PRIMARY KEY REFERENCES agreement,
  amount_max  numeric(20, 2) NOT NULL CHECK (amount_max >= 0)
);
ALTER TABLE write_off_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE write_off_setup IS
  'How much may be written off where items are matched: one row each agreement. Without one: as much as is open.';
COMMENT ON COLUMN write_off_setup.amount_max IS 'Of one match, in its currency, VAT included.';

SELECT keep_trail('write_off_setup', 'WriteOffSetup', '{}');
