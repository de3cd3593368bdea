CREATE TABLE booking (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number >= 1),
  journal_number     int,
  first_entry        int NOT NULL CHECK (first_entry >= 1),
  last_entry         int NOT NULL,
  previous_seal      bytea NOT NULL CHECK (length(previous_seal) = 32),
  seal               bytea NOT NULL CHECK (length(seal) = 32),
  booked_at          timestamptz NOT NULL,
  app                int,
  vouchers           json NOT NULL DEFAULT '[]',
  last_document      int,
  grant_number       int,
  logs               json,
  person             text,
  is_person_claimed  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number),
  CHECK (last_entry >= first_entry),
  CONSTRAINT booking_first_entry UNIQUE (agreement, first_entry)
);
ALTER TABLE booking ALTER agreement SET STATISTICS 0;
REVOKE ALL ON booking FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booking FROM CURRENT_USER;

COMMENT ON TABLE booking IS
  'One booking: a run of entry numbers, written in one transaction, sealed together with the seal before it.';
COMMENT ON COLUMN booking.journal_number IS 'NULL where the booking came from no journal (opening entries).';
COMMENT ON COLUMN booking.seal IS 'SHA-256 over the seal before and all entries of the booking (rule 5.3).';
COMMENT ON COLUMN booking.app IS 'The app that it was made for.';
COMMENT ON COLUMN booking.vouchers IS '[{"accountingYear": …, "voucherNumber": …}, …], in order.';
COMMENT ON COLUMN booking.last_document IS
  'The last row of the log that the seals cover, this booking''s included; NULL where there was none.';
COMMENT ON COLUMN booking.grant_number IS
  'The grant that it was made with, beside its app; sealed like it. NULL for a command, and for bookings made '
  'before.';
COMMENT ON COLUMN booking.person IS
  'Who booked, by initials: the person of the grant or, claimed, whom the app named. Sealed like the grant.';
COMMENT ON COLUMN booking.logs IS
  'By log the number of its last row, and the seal of that where rows have one: {"change": [7, "ab…"], "entryMatch": '
  '[3]}. Whoever cuts rows off their ends, and sets the counters back, is found out. Bookings from before, and those '
  'that follow another in their transaction, have none.';

CREATE OR REPLACE TRIGGER booking_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
DROP TRIGGER IF EXISTS booking_checked ON booking;
CREATE CONSTRAINT TRIGGER booking_checked AFTER INSERT ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_booking();
CREATE OR REPLACE TRIGGER booking_made AFTER INSERT ON booking REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_journal_booked();
