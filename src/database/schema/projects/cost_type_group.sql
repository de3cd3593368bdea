CREATE TABLE cost_type_group (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name              text NOT NULL,
  type              int NOT NULL CHECK (type IN (1, 2)),
  markup            numeric,
  account_on_going  int NOT NULL,
  account_closed    int NOT NULL,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT cost_type_group_account_on_going_fk FOREIGN KEY (agreement, account_on_going) REFERENCES account,
  CONSTRAINT cost_type_group_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account
);
ALTER TABLE cost_type_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE cost_type_group IS
  'Where expenses of its cost types stand while a project is open, and where they go when it is closed.';
COMMENT ON COLUMN cost_type_group.type IS '1 invoiceable, 2 not.';

SELECT keep_trail('cost_type_group', 'CostTypeGroups', '{number}');
