CREATE TABLE vat_setup (
  agreement       int PRIMARY KEY REFERENCES agreement,
  frequency       text NOT NULL CHECK (frequency IN ('month', 'quarter', 'halfYear')),
  late_entries    text NOT NULL CHECK (late_entries IN ('next', 'refuse'))
);
ALTER TABLE vat_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE vat_setup IS
  'How an agreement reports its VAT: one row each. Without one: quarterly, late entries in the next return.';
COMMENT ON COLUMN vat_setup.late_entries IS
  'What becomes of entries dated in a period that is settled: next, they count in the next return; refuse, those with '
  'a VAT code are not booked.';

SELECT keep_trail('vat_setup', 'VatSetup', '{}');
