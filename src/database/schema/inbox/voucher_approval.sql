CREATE TABLE voucher_approval (
  agreement              int NOT NULL REFERENCES agreement,
  number                 int NOT NULL CHECK (number >= 1),
  state                  text NOT NULL CHECK (state IN ('submitted', 'approved', 'rejected')),
  accounting_year        text NOT NULL,
  journal_number         int NOT NULL,
  voucher_number         int NOT NULL CHECK (voucher_number >= 0),
  people                 text[] NOT NULL DEFAULT '{}',
  note                   text CHECK (length(note) <= 250),
  submitted_at           timestamptz NOT NULL,
  app                    int,
  grant_number           int,
  person                 text,
  is_person_claimed      boolean NOT NULL DEFAULT false,
  decided_at             timestamptz,
  decided_by             text,
  is_decided_by_claimed  boolean NOT NULL DEFAULT false,
  reason                 text CHECK (length(reason) <= 250),
  is_used                boolean NOT NULL DEFAULT false,
  hash                   bytea NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT voucher_approval_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
ALTER TABLE voucher_approval ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE voucher_approval IS
  'A draft voucher that people were asked to approve, and what one of them decided. Of several of a voucher the last '
  'counts.';
COMMENT ON COLUMN voucher_approval.people IS 'Who may decide, by initials.';
COMMENT ON COLUMN voucher_approval.person IS 'Who submitted it.';
COMMENT ON COLUMN voucher_approval.reason IS 'What who decided says of it; of a rejection always there.';
COMMENT ON COLUMN voucher_approval.is_used IS
  'A standing journal has booked the voucher by it. Its drafts stay, and the next booking needs another.';
COMMENT ON COLUMN voucher_approval.hash IS
  'SHA-256 of the draft voucher as it was submitted: one that was changed since is not approved.';

CREATE INDEX voucher_approval_voucher_number ON voucher_approval (agreement, voucher_number, journal_number, number);
CREATE INDEX voucher_approval_journal_number ON voucher_approval (agreement, journal_number);
CREATE INDEX voucher_approval_accounting_year ON voucher_approval (agreement, accounting_year);
CREATE INDEX voucher_approval_submitted_at ON voucher_approval (agreement, submitted_at);
-- What waits for somebody, however much was decided before.
CREATE INDEX voucher_approval_waiting ON voucher_approval (agreement, number) WHERE state = 'submitted';

SELECT keep_trail('voucher_approval', 'VoucherApprovals', '{number}', '{hash}');
