CREATE TABLE bank_file (
  agreement  int NOT NULL REFERENCES agreement,
  hash       bytea NOT NULL CHECK (length(hash) = 32),
  bytes      int NOT NULL CHECK (bytes BETWEEN 1 AND 67108864),
  format     text NOT NULL CHECK (format IN ('camt.053', 'MT940', 'CSV')),
  PRIMARY KEY (agreement, hash)
);
ALTER TABLE bank_file ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_file IS 'A file of bank statements as it was sent. It is never changed.';
COMMENT ON COLUMN bank_file.hash IS 'SHA-256 of its bytes.';
