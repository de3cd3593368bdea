CREATE TABLE bank_file_piece (
  agreement  int NOT NULL REFERENCES agreement,
  hash       bytea NOT NULL,
  place      int NOT NULL CHECK (place >= 1),
  bytes      bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (agreement, hash, place),
  CONSTRAINT bank_file_piece_hash_fk FOREIGN KEY (agreement, hash) REFERENCES bank_file ON DELETE CASCADE
);
ALTER TABLE bank_file_piece ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_file_piece IS
  'A piece of a file''s bytes, 256 KiB or the rest: lists of statements never touch them.';
