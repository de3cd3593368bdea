CREATE TABLE layout (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE layout ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE layout IS 'How a document looks when it is printed.';

SELECT keep_trail('layout', 'Layouts', '{number}');
