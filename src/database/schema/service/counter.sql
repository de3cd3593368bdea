CREATE TABLE counter (
  agreement  int NOT NULL REFERENCES agreement,
  name       text NOT NULL,
  value      int NOT NULL CHECK (value >= 0),
  PRIMARY KEY (agreement, name)
);
ALTER TABLE counter ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE counter IS
  'The last number given out, per agreement and kind (''supplier_contact'', ''booked_entry'', …).';
COMMENT ON COLUMN counter.name IS 'What is numbered: ''supplier_contact'', ''booked_entry'', …';
