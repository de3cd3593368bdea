CREATE TABLE document_file (
  agreement           int NOT NULL REFERENCES agreement,
  hash                bytea NOT NULL CHECK (length(hash) = 32),
  bytes               int NOT NULL CHECK (bytes BETWEEN 1 AND 9437184),
  kind                text NOT NULL CONSTRAINT document_file_kind_check
    CHECK (kind IN ('pdf', 'jpeg', 'png', 'einvoice')),
  pages               int NOT NULL CHECK (pages >= 1),
  is_mergeable        boolean NOT NULL,
  has_active_content  boolean,
  PRIMARY KEY (agreement, hash)
);
ALTER TABLE document_file ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE document_file IS
  'A file as it was sent. It is never changed; it goes with the last document that it is part of, unless the law '
  'keeps it, or it is in the inbox.';
COMMENT ON COLUMN document_file.hash IS 'SHA-256 of its bytes.';
COMMENT ON COLUMN document_file.is_mergeable IS 'Whether its pages can stand beside those of other files.';
COMMENT ON COLUMN document_file.has_active_content IS
  'Whether something is taken away from a PDF before it is served (rule 15.7). NULL until that is known: of files '
  'stored before, and of imported ones, until they are read.';
