CREATE TABLE inbox_part (
  agreement     int NOT NULL REFERENCES agreement,
  inbox_number  int NOT NULL,
  place         int NOT NULL CHECK (place >= 1),
  hash          bytea NOT NULL,
  role          text NOT NULL CHECK (role IN ('readable', 'attachment')),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  PRIMARY KEY (agreement, inbox_number, place),
  CONSTRAINT inbox_part_inbox_number_fk FOREIGN KEY (agreement, inbox_number) REFERENCES inbox_item ON DELETE CASCADE,
  CONSTRAINT inbox_part_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file
);
ALTER TABLE inbox_part ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE inbox_part IS
  'What is shown of an e-invoice: a PDF made of what it says, and the files that were in it.';

CREATE INDEX inbox_part_hash ON inbox_part (agreement, hash);
