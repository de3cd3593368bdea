-- Documents of vouchers: files, each kept once per agreement, in pieces; what is attached to which voucher; and a log of it for good.

-- A file as it was sent. It is never changed; it goes with the last document that it is part of, unless the law keeps it.
CREATE TABLE document_file (
  agreement     int NOT NULL REFERENCES agreement,
  -- SHA-256 of its bytes.
  hash          bytea NOT NULL CHECK (length(hash) = 32),
  bytes         int NOT NULL CHECK (bytes BETWEEN 1 AND 9437184),
  kind          text NOT NULL CHECK (kind IN ('pdf', 'jpeg', 'png')),
  pages         int NOT NULL CHECK (pages >= 1),
  -- Whether its pages can stand beside those of other files.
  is_mergeable  boolean NOT NULL,
  PRIMARY KEY (agreement, hash)
);
CREATE TABLE document_piece (
  agreement  int NOT NULL REFERENCES agreement,
  hash       bytea NOT NULL,
  place      int NOT NULL CHECK (place >= 1),
  bytes      bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (agreement, hash, place),
  CONSTRAINT document_piece_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file ON DELETE CASCADE
);
-- Files are packed already.
ALTER TABLE document_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE attached_document (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL CHECK (number >= 1),
  note             text,
  page_count       int,
  voucher_number   int NOT NULL,
  accounting_year  text NOT NULL,
  -- NULL for vouchers of no journal.
  journal_number   int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT attached_document_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
CREATE UNIQUE INDEX attached_document_of_voucher
  ON attached_document (agreement, accounting_year, voucher_number, coalesce(journal_number, 0));
CREATE INDEX attached_document_voucher_number ON attached_document (agreement, voucher_number);
CREATE INDEX attached_document_journal_number ON attached_document (agreement, journal_number);
CREATE INDEX attached_document_accounting_year ON attached_document (agreement, fold(accounting_year));
ALTER TABLE attached_document ALTER COLUMN agreement SET STATISTICS 0;

-- The files whose pages a document has, in their order.
CREATE TABLE document_part (
  agreement        int NOT NULL REFERENCES agreement,
  document_number  int NOT NULL,
  place            int NOT NULL CHECK (place >= 1),
  hash             bytea NOT NULL,
  PRIMARY KEY (agreement, document_number, place),
  CONSTRAINT document_part_document_number_fk FOREIGN KEY (agreement, document_number) REFERENCES attached_document ON DELETE CASCADE,
  CONSTRAINT document_part_hash_fk FOREIGN KEY (agreement, hash) REFERENCES document_file
);
ALTER TABLE document_file ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE document_piece ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE document_part ALTER COLUMN agreement SET STATISTICS 0;
CREATE INDEX document_part_hash ON document_part (agreement, hash);

-- What was attached to vouchers, and what was taken off them: numbered, never changed, and sealed by the agreement's next booking.
CREATE TABLE document_log (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL CHECK (number >= 1),
  logged_at        timestamptz NOT NULL,
  -- NULL where no app asked for it.
  app              int,
  is_detached      boolean NOT NULL,
  document_number  int NOT NULL,
  accounting_year  text NOT NULL,
  journal_number   int,
  voucher_number   int NOT NULL,
  -- Of a file that was attached; NULL of what was taken off.
  hash             bytea CHECK (length(hash) = 32),
  kind             text,
  bytes            int,
  pages            int,
  -- Of a document taken off a booked voucher: until when it can be read here (rule 15.6).
  kept_until       date,
  PRIMARY KEY (agreement, number)
);
CREATE INDEX document_log_document ON document_log (agreement, document_number);
CREATE INDEX document_log_voucher ON document_log (agreement, accounting_year, voucher_number);
CREATE INDEX document_log_voucher_number ON document_log (agreement, voucher_number);
CREATE INDEX document_log_hash ON document_log (agreement, hash);
CREATE INDEX document_log_logged_at ON document_log (agreement, logged_at);
ALTER TABLE document_log ALTER COLUMN agreement SET STATISTICS 0;
CREATE TRIGGER document_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON document_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- The last row of the log that the seals cover, this booking's included; NULL where there was none.
ALTER TABLE booking ADD COLUMN last_document int;

-- What a seal says of a row of the log: JSON as JavaScript writes it.
CREATE FUNCTION line_of_document(l document_log) RETURNS text
  LANGUAGE sql STABLE
  RETURN '[' || l.number || ',' || l.is_detached || ',' || l.document_number || ',' || to_json(l.accounting_year) || ','
    || coalesce(l.journal_number::text, 'null') || ',' || l.voucher_number || ',' || coalesce('"' || encode(l.hash, 'hex') || '"', 'null') || ']';

CREATE FUNCTION is_voucher_booked(agreement_number int, year text, journal int, voucher int) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM booked_entry e WHERE e.agreement = agreement_number AND e.voucher_number = voucher
    AND e.journal_number IS NOT DISTINCT FROM journal AND e.accounting_year = year);

-- Whether the law keeps a file though no document has it any more.
CREATE FUNCTION is_file_kept(agreement_number int, file bytea) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM document_log a
    JOIN document_log d ON d.agreement = agreement_number AND d.document_number = a.document_number AND d.is_detached
      AND d.kept_until >= current_date
    WHERE a.agreement = agreement_number AND a.hash = file);

-- What is taken off a voucher is logged; its files go, but for those that another document has or the law keeps.
CREATE FUNCTION log_detached_documents() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN SELECT o.agreement, count(*)::int AS documents FROM old_rows o GROUP BY o.agreement ORDER BY o.agreement LOOP
    INSERT INTO document_log (agreement, number, logged_at, app, is_detached, document_number, accounting_year, journal_number, voucher_number, kept_until)
    SELECT o.agreement, taken.first + row_number() OVER (ORDER BY o.number)::int - 1, clock_timestamp(),
      nullif(current_setting('daybook.app', true), '')::int, true, o.number, o.accounting_year, o.journal_number, o.voucher_number,
      CASE WHEN is_voucher_booked(o.agreement, o.accounting_year, o.journal_number, o.voucher_number)
        THEN (y.date_to + make_interval(years => TG_ARGV[0]::int))::date END
    FROM old_rows o
    JOIN accounting_year y ON y.agreement = o.agreement AND y.year = o.accounting_year
    CROSS JOIN (SELECT take_numbers(touched.agreement, 'document_log', touched.documents) AS first) AS taken
    WHERE o.agreement = touched.agreement;
    DELETE FROM document_file f
    USING (
      SELECT DISTINCT l.hash FROM old_rows o JOIN document_log l ON l.agreement = o.agreement AND l.document_number = o.number
      WHERE o.agreement = touched.agreement AND l.hash IS NOT NULL
    ) AS gone
    WHERE f.agreement = touched.agreement AND f.hash = gone.hash
      AND NOT EXISTS (SELECT FROM document_part p WHERE p.agreement = f.agreement AND p.hash = f.hash)
      AND NOT is_file_kept(f.agreement, f.hash);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER attached_document_detached AFTER DELETE ON attached_document
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION log_detached_documents('5');
