CREATE TABLE cost_type (
  agreement          int NOT NULL REFERENCES agreement,
  number             int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name               text NOT NULL,
  is_barred          boolean NOT NULL DEFAULT false,
  last_updated       timestamptz NOT NULL DEFAULT now(),
  object_version     bigint NOT NULL DEFAULT nextval('object_version'),
  cost_group_number  int,
  vat_code           text,
  PRIMARY KEY (agreement, number),
  CONSTRAINT cost_type_cost_group_number_fk FOREIGN KEY (agreement, cost_group_number) REFERENCES cost_type_group,
  CONSTRAINT cost_type_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code
);
ALTER TABLE cost_type ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE cost_type IS 'What a project''s money went to.';

SELECT keep_trail('cost_type', 'CostTypes', '{number}');
