CREATE TABLE asset_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE asset_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE asset_group IS 'Where assets of a kind are booked.';

SELECT keep_trail('asset_group', 'AssetGroups', '{number}');
