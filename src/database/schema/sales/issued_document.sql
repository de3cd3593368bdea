CREATE TABLE issued_document (
  agreement    int NOT NULL REFERENCES agreement,
  number       int NOT NULL CHECK (number >= 1),
  document_id  int NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('data', 'recipient', 'pdf', 'ubl')),
  as_of        text CHECK (as_of IN ('booking', 'trail', 'upgrade')),
  issued_at    timestamptz NOT NULL,
  app          int,
  content      bytea NOT NULL,
  seal         bytea NOT NULL CHECK (length(seal) = 32),
  PRIMARY KEY (agreement, number),
  CONSTRAINT issued_document_document_id_fk FOREIGN KEY (agreement, document_id)
    REFERENCES booked_invoice DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE issued_document ALTER agreement SET STATISTICS 0;
REVOKE ALL ON issued_document FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON issued_document FROM CURRENT_USER;

COMMENT ON TABLE issued_document IS
  'What booked invoices were issued as: what they are rendered from, and the files that were made of it. Numbered, '
  'sealed in a chain whose end every booking seals, never changed.';
COMMENT ON COLUMN issued_document.kind IS
  '''data'': what everything is rendered from. ''recipient'': identifiers of the buyer that came later, for the UBL '
  'alone. ''pdf'', ''ubl'': the file, from the first time that it was made.';
COMMENT ON COLUMN issued_document.as_of IS
  'Of data: kept with the booking; or at the upgrade, as of the booking where the trail tells, else as it was then.';
COMMENT ON COLUMN issued_document.content IS 'Data and identifiers are JSON, in UTF-8.';
COMMENT ON COLUMN issued_document.seal IS
  'SHA-256 over the seal before (32 zero bytes for the first) and the line of `line_of_issued`.';

CREATE UNIQUE INDEX issued_document_of_document ON issued_document (agreement, document_id, kind)
  WHERE kind <> 'recipient';
CREATE INDEX issued_document_document_id ON issued_document (agreement, document_id);

CREATE OR REPLACE TRIGGER issued_document_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON issued_document
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
