CREATE TABLE vat_return (
  agreement           int NOT NULL REFERENCES agreement,
  number              int NOT NULL CHECK (number >= 1),
  period              text NOT NULL,
  date_from           date NOT NULL,
  date_to             date NOT NULL CHECK (date_to >= date_from),
  last_entry          int NOT NULL,
  booking             int,
  payable             numeric(24, 0) NOT NULL,
  body                text NOT NULL,
  hash                bytea NOT NULL CHECK (length(hash) = 32),
  settled_at          timestamptz NOT NULL,
  reported_on         date,
  reported_reference  text,
  undone              boolean NOT NULL DEFAULT false,
  undo_booking        int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT vat_return_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking,
  CONSTRAINT vat_return_undo_booking_fk FOREIGN KEY (agreement, undo_booking) REFERENCES booking,
  CONSTRAINT vat_return_is_reported_or_undone CHECK (reported_on IS NULL OR NOT undone)
);
ALTER TABLE vat_return ALTER agreement SET STATISTICS 0;
REVOKE ALL ON vat_return FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON vat_return FROM CURRENT_USER;

COMMENT ON TABLE vat_return IS
  'A VAT return that was settled. What it said is kept, byte for byte, and its hash is in the text of its voucher.';
COMMENT ON COLUMN vat_return.last_entry IS
  'The last entry that was booked before it: those after it that are dated in the period are late.';
COMMENT ON COLUMN vat_return.booking IS 'Of its voucher; NULL: there was nothing to settle.';
COMMENT ON COLUMN vat_return.payable IS 'In whole kroner; negative: to be received.';
COMMENT ON COLUMN vat_return.body IS 'The return as it was answered, and is for ever.';
COMMENT ON COLUMN vat_return.hash IS 'SHA-256 of the body.';
COMMENT ON COLUMN vat_return.undo_booking IS 'Of the voucher that reverses that of the return.';

CREATE UNIQUE INDEX vat_return_period_unique ON vat_return (agreement, period) WHERE NOT undone;
CREATE INDEX vat_return_date_to ON vat_return (agreement, date_to) WHERE NOT undone;
CREATE INDEX vat_return_booking ON vat_return (agreement, booking) WHERE booking IS NOT NULL;
CREATE INDEX vat_return_undo_booking ON vat_return (agreement, undo_booking) WHERE undo_booking IS NOT NULL;

-- That it was reported, or undone, is noted later.
CREATE OR REPLACE TRIGGER vat_return_immutable BEFORE DELETE
  OR UPDATE OF agreement, number, period, date_from, date_to, last_entry, booking, payable, body, hash, settled_at
  OR TRUNCATE ON vat_return
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
SELECT keep_trail('vat_return', 'VatReturns', '{number}', '{body}');
