CREATE TABLE document_piece (
  agreement  int NOT NULL REFERENCES agreement,
  hash       bytea NOT NULL,
  place      int NOT NULL CHECK (place >= 1),
  bytes      bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (agreement, hash, place),
  CONSTRAINT document_piece_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file ON DELETE CASCADE
);
-- Files are packed already.
ALTER TABLE document_piece ALTER bytes SET STORAGE EXTERNAL;
ALTER TABLE document_piece ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE document_piece IS 'A piece of a file''s bytes, 256 KiB or the rest: lists of files never touch them.';
