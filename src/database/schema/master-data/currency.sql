CREATE TABLE currency (
  agreement       int NOT NULL REFERENCES agreement,
  code            text NOT NULL CHECK (code ~ '^[A-Z]{3}$'),
  name            text NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, code)
);
ALTER TABLE currency ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE currency IS 'A currency that the agreement uses, by its ISO 4217 code.';

SELECT keep_trail('currency', 'Currencies', '{code}');
