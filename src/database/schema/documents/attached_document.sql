CREATE TABLE attached_document (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL CHECK (number >= 1),
  note             text,
  page_count       int,
  voucher_number   int NOT NULL,
  accounting_year  text NOT NULL,
  journal_number   int,
  source           text NOT NULL CONSTRAINT attached_document_source
    CHECK (source IN ('journal', 'invoice', 'opening', 'system')),
  PRIMARY KEY (agreement, number),
  CONSTRAINT attached_document_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
ALTER TABLE attached_document ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE attached_document IS 'A document of a voucher: a list of files, shown as one PDF (rule 15.5).';
COMMENT ON COLUMN attached_document.journal_number IS 'NULL for vouchers of no journal.';
COMMENT ON COLUMN attached_document.source IS
  'Where the voucher is from: series of journals, of invoices and of what the service books may meet.';

CREATE UNIQUE INDEX attached_document_of_voucher
  ON attached_document (agreement, accounting_year, voucher_number, source, coalesce(journal_number, 0));
CREATE INDEX attached_document_voucher_number ON attached_document (agreement, voucher_number);
CREATE INDEX attached_document_journal_number ON attached_document (agreement, journal_number);
CREATE INDEX attached_document_accounting_year ON attached_document (agreement, fold(accounting_year));

CREATE OR REPLACE TRIGGER attached_document_detached AFTER DELETE ON attached_document REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION log_detached_documents('5');
