CREATE TABLE asset_group (
  agreement                    int NOT NULL REFERENCES agreement,
  number                       int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name                         text NOT NULL,
  is_barred                    boolean NOT NULL DEFAULT false,
  last_updated                 timestamptz NOT NULL DEFAULT now(),
  object_version               bigint NOT NULL DEFAULT nextval('object_version'),
  life_time_months             int CONSTRAINT asset_group_life_time_months_check CHECK (life_time_months >= 1),
  asset_account_number         int,
  depreciation_account_number  int,
  expense_account_number       int,
  gain_loss_account_number     int,
  journal_number               int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT asset_group_asset_account_number_fk FOREIGN KEY (agreement, asset_account_number) REFERENCES account,
  CONSTRAINT asset_group_depreciation_account_number_fk
    FOREIGN KEY (agreement, depreciation_account_number) REFERENCES account,
  CONSTRAINT asset_group_expense_account_number_fk FOREIGN KEY (agreement, expense_account_number) REFERENCES account,
  CONSTRAINT asset_group_gain_loss_account_number_fk
    FOREIGN KEY (agreement, gain_loss_account_number) REFERENCES account,
  CONSTRAINT asset_group_journal_number_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal
);
ALTER TABLE asset_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE asset_group IS 'Where assets of a kind are booked.';
COMMENT ON COLUMN asset_group.life_time_months IS 'Of assets that are brought along and say none.';
COMMENT ON COLUMN asset_group.asset_account_number IS 'What its assets cost.';
COMMENT ON COLUMN asset_group.depreciation_account_number IS 'What has been depreciated of them, on the balance sheet.';
COMMENT ON COLUMN asset_group.expense_account_number IS 'The cost of depreciation.';
COMMENT ON COLUMN asset_group.gain_loss_account_number IS 'What a disposal gains or loses.';
COMMENT ON COLUMN asset_group.journal_number IS 'Where depreciation and disposals are drafted.';

CREATE INDEX asset_group_asset_account_number ON asset_group (agreement, asset_account_number);
CREATE INDEX asset_group_depreciation_account_number ON asset_group (agreement, depreciation_account_number);
CREATE INDEX asset_group_expense_account_number ON asset_group (agreement, expense_account_number);
CREATE INDEX asset_group_gain_loss_account_number ON asset_group (agreement, gain_loss_account_number);
CREATE INDEX asset_group_journal_number ON asset_group (agreement, journal_number);

SELECT keep_trail('asset_group', 'AssetGroups', '{number}');
