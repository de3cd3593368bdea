-- Changes draft_entry. A draft may name an asset that is there, by its number alone: its depreciation, its disposal.
ALTER TABLE draft_entry DROP CONSTRAINT draft_entry_asset_is_whole, ADD CONSTRAINT draft_entry_asset_is_whole CHECK (
  num_nulls(asset_group_number, asset_start_date, asset_life_time_months) IN (0, 3)
  AND (asset_group_number IS NULL OR asset_number IS NOT NULL));
