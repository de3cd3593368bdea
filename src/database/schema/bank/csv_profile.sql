CREATE TABLE csv_profile (
  agreement                    int NOT NULL REFERENCES agreement,
  number                       int NOT NULL CHECK (number >= 1),
  name                         text NOT NULL,
  encoding                     text NOT NULL,
  delimiter                    text NOT NULL,
  decimal_comma                boolean NOT NULL DEFAULT false,
  date_format                  text NOT NULL,
  skip_rows                    int NOT NULL DEFAULT 0 CHECK (skip_rows BETWEEN 0 AND 100),
  date_column                  text NOT NULL,
  value_date_column            text,
  amount_column                text NOT NULL,
  debit_column                 text,
  balance_column               text,
  text_column                  text,
  counterparty_name_column     text,
  counterparty_account_column  text,
  reference_column             text,
  bank_reference_column        text,
  state_column                 text,
  waiting_word                 text,
  currency_column              text,
  last_updated                 timestamptz NOT NULL DEFAULT now(),
  object_version               bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE csv_profile ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE csv_profile IS
  'How the CSV files of a bank are read: what its columns are called, and how it writes days and amounts.';
COMMENT ON COLUMN csv_profile.waiting_word IS
  'In the column of states, or of days: the line is not carried out yet, and is left out.';

SELECT keep_trail('csv_profile', 'CsvProfiles', '{number}');
