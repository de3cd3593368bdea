CREATE TABLE document_log (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number >= 1),
  logged_at          timestamptz NOT NULL,
  app                int,
  is_detached        boolean NOT NULL,
  document_number    int NOT NULL,
  accounting_year    text NOT NULL,
  journal_number     int,
  voucher_number     int NOT NULL,
  hash               bytea CHECK (length(hash) = 32),
  kind               text,
  bytes              int,
  pages              int,
  kept_until         date,
  source             text CONSTRAINT document_log_source CHECK (source IN ('journal', 'invoice', 'opening', 'system')),
  reason             text,
  grant_number       int,
  person             text,
  is_person_claimed  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number)
);
ALTER TABLE document_log ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE document_log IS
  'What was attached to vouchers, and what was taken off them: numbered, never changed, and sealed by the '
  'agreement''s next booking.';
COMMENT ON COLUMN document_log.app IS 'NULL where no app asked for it.';
COMMENT ON COLUMN document_log.hash IS 'Of a file that was attached; NULL of what was taken off.';
COMMENT ON COLUMN document_log.person IS
  'Who did it, by initials: the person of the grant or, claimed, whom the app named.';
COMMENT ON COLUMN document_log.kept_until IS
  'Of a document taken off a booked voucher: until when it can be read here (rule 15.6).';
COMMENT ON COLUMN document_log.source IS 'Where the voucher is from; NULL of what was logged before that was asked.';
COMMENT ON COLUMN document_log.reason IS 'Why a document was taken off its voucher.';

CREATE INDEX document_log_document ON document_log (agreement, document_number);
CREATE INDEX document_log_voucher ON document_log (agreement, accounting_year, voucher_number);
CREATE INDEX document_log_voucher_number ON document_log (agreement, voucher_number);
CREATE INDEX document_log_hash ON document_log (agreement, hash);
CREATE INDEX document_log_logged_at ON document_log (agreement, logged_at);
-- Files that the law has kept for their five years are looked for over all agreements.
CREATE INDEX document_log_kept_until ON document_log (kept_until) WHERE kept_until IS NOT NULL;

CREATE OR REPLACE TRIGGER document_log_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON document_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
