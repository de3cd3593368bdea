import { expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const BEFORE = `
  ALTER TABLE asset_group DROP COLUMN life_time_months, DROP COLUMN asset_account_number, DROP COLUMN depreciation_account_number,
    DROP COLUMN expense_account_number, DROP COLUMN gain_loss_account_number, DROP COLUMN journal_number;
  ALTER TABLE draft_entry DROP CONSTRAINT draft_entry_asset_is_whole, ADD CONSTRAINT draft_entry_asset_is_whole CHECK (
    num_nulls(asset_group_number, asset_number, asset_start_date, asset_life_time_months) IN (0, 4));
  DELETE FROM migration WHERE file LIKE '045_\\_%';
  INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
  INSERT INTO asset_group (agreement, number, name) VALUES (1, 1, 'Biler');
  INSERT INTO draft_entry (agreement, entry_number, journal_number, entry_type_number, voucher_number, accounting_year, date, amount, currency,
    exchange_rate, asset_group_number, asset_number, asset_start_date, asset_life_time_months)
    VALUES (1, 1, 1, 5, 1, '2026', '2026-01-01', 10, 'DKK', 100, 1, 4, '2026-01-01', 60)`
const FILES = ['0450_entries_of_assets_that_are_there.sql', '0451_accounts_of_asset_groups.sql']

test('asset groups of before have no accounts, and drafts keep the assets that they buy (0450, 0451)', () =>
  upgraded(BEFORE, FILES, async (database) => {
    expect(
      await database.rows(`SELECT g.name, g.asset_account_number AS account, g.journal_number AS journal, d.asset_number AS bought
        FROM asset_group g JOIN draft_entry d ON d.agreement = g.agreement AND d.asset_group_number = g.number`),
    ).toEqual([{ name: 'Biler', account: null, journal: null, bought: 4 }])
  }))
