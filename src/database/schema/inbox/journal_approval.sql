CREATE TABLE journal_approval (
  agreement       int NOT NULL REFERENCES agreement,
  journal_number  int NOT NULL,
  is_demanded     boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, journal_number),
  CONSTRAINT journal_approval_journal_number_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal
    ON DELETE CASCADE
);
ALTER TABLE journal_approval ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE journal_approval IS 'Whether a journal books only vouchers that were approved as they are.';

SELECT keep_trail('journal_approval', 'JournalApprovals', '{journal_number}');
