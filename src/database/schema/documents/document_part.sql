CREATE TABLE document_part (
  agreement        int NOT NULL REFERENCES agreement,
  document_number  int NOT NULL,
  place            int NOT NULL CHECK (place >= 1),
  hash             bytea NOT NULL,
  PRIMARY KEY (agreement, document_number, place),
  CONSTRAINT document_part_document_number_fk FOREIGN KEY (agreement, document_number)
    REFERENCES attached_document ON DELETE CASCADE,
  CONSTRAINT document_part_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file
);
ALTER TABLE document_part ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE document_part IS 'The files whose pages a document has, in their order.';

CREATE INDEX document_part_hash ON document_part (agreement, hash);
