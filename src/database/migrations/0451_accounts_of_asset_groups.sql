-- Changes asset_group. A group says where its assets, their depreciation and what a disposal gains or loses are booked; those that exist say it later.
ALTER TABLE asset_group ADD COLUMN life_time_months int CONSTRAINT asset_group_life_time_months_check CHECK (life_time_months >= 1),
  ADD COLUMN asset_account_number int, ADD COLUMN depreciation_account_number int, ADD COLUMN expense_account_number int,
  ADD COLUMN gain_loss_account_number int, ADD COLUMN journal_number int,
  ADD CONSTRAINT asset_group_asset_account_number_fk FOREIGN KEY (agreement, asset_account_number) REFERENCES account,
  ADD CONSTRAINT asset_group_depreciation_account_number_fk FOREIGN KEY (agreement, depreciation_account_number) REFERENCES account,
  ADD CONSTRAINT asset_group_expense_account_number_fk FOREIGN KEY (agreement, expense_account_number) REFERENCES account,
  ADD CONSTRAINT asset_group_gain_loss_account_number_fk FOREIGN KEY (agreement, gain_loss_account_number) REFERENCES account,
  ADD CONSTRAINT asset_group_journal_number_fk FOREIGN KEY (agreement, journal_number) REFERENCES journal;
CREATE INDEX asset_group_asset_account_number ON asset_group (agreement, asset_account_number);
CREATE INDEX asset_group_depreciation_account_number ON asset_group (agreement, depreciation_account_number);
CREATE INDEX asset_group_expense_account_number ON asset_group (agreement, expense_account_number);
CREATE INDEX asset_group_gain_loss_account_number ON asset_group (agreement, gain_loss_account_number);
CREATE INDEX asset_group_journal_number ON asset_group (agreement, journal_number);
