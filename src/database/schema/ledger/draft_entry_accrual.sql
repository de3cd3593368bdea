CREATE TABLE draft_entry_accrual (
  agreement       int NOT NULL REFERENCES agreement,
  journal_number  int NOT NULL,
  entry_number    int NOT NULL,
  account_number  int NOT NULL,
  start_date      date NOT NULL,
  end_date        date NOT NULL,
  months          int GENERATED ALWAYS AS (
    date_part('year', end_date)::integer * 12 + date_part('month', end_date)::integer
    - (date_part('year', start_date)::integer * 12 + date_part('month', start_date)::integer) + 1
  ) STORED NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, journal_number, entry_number),
  CONSTRAINT draft_entry_accrual_end_after_start CHECK (end_date >= start_date),
  CONSTRAINT draft_entry_accrual_entry_number_fk FOREIGN KEY (agreement, journal_number, entry_number)
    REFERENCES draft_entry (agreement, journal_number, entry_number) ON DELETE CASCADE,
  CONSTRAINT draft_entry_accrual_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE draft_entry_accrual ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE draft_entry_accrual IS 'The days that a draft entry''s amount is spread over when it is booked.';
COMMENT ON COLUMN draft_entry_accrual.months IS 'Calendar months touched.';

CREATE INDEX draft_entry_accrual_account ON draft_entry_accrual (agreement, account_number);
