CREATE TABLE asset_opening (
  agreement     int NOT NULL REFERENCES agreement,
  asset_number  int NOT NULL,
  date          date NOT NULL,
  cost          numeric(20, 2) NOT NULL CHECK (cost >= 0),
  depreciation  numeric(20, 2) NOT NULL CHECK (depreciation BETWEEN 0 AND cost),
  PRIMARY KEY (agreement, asset_number),
  CONSTRAINT asset_opening_asset_number_fk FOREIGN KEY (agreement, asset_number) REFERENCES asset
);
ALTER TABLE asset_opening ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE asset_opening IS
  'What an asset stood at when it was brought along from another register. No entry says it: it is in the opening '
  'balances.';
COMMENT ON COLUMN asset_opening.date IS 'At the end of this day.';
COMMENT ON COLUMN asset_opening.cost IS 'In base currency; 0: it was taken back.';
COMMENT ON COLUMN asset_opening.depreciation IS 'What had been depreciated of the cost.';

SELECT keep_trail('asset_opening', 'OpeningAssets', '{asset_number}');
