CREATE TABLE unit1 (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE unit1 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE unit1 IS 'A unit that entries have quantities of: the first of two kinds.';

SELECT keep_trail('unit1', 'Units1', '{number}');
