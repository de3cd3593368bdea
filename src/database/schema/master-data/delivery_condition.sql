CREATE TABLE delivery_condition (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE delivery_condition ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE delivery_condition IS 'Texts for the terms of delivery of a document.';

SELECT keep_trail('delivery_condition', 'DeliveryConditions', '{number}');
