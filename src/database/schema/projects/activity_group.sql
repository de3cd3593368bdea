CREATE TABLE activity_group (
  agreement                   int NOT NULL REFERENCES agreement,
  number                      int NOT NULL,
  name                        text NOT NULL,
  type                        int NOT NULL CHECK (type BETWEEN 1 AND 3),
  include_cost_price_in_finance boolean NOT NULL DEFAULT false,
  cost_account_ongoing_type   int CHECK (cost_account_ongoing_type IN (0, 1)),
  cost_account_ongoing        int,
  cost_contra_account_ongoing int,
  cost_account_closed         int,
  include_sales_price_in_finance boolean NOT NULL DEFAULT false,
  sales_account_ongoing_type  int CHECK (sales_account_ongoing_type IN (0, 1)),
  sales_account_ongoing       int,
  sales_contra_account_ongoing int,
  sales_account_closed        int,
  object_version              bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT activity_group_cost_account_ongoing_fk FOREIGN KEY (agreement, cost_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_cost_contra_account_ongoing_fk FOREIGN KEY (agreement, cost_contra_account_ongoing)
    REFERENCES account,
  CONSTRAINT activity_group_cost_account_closed_fk FOREIGN KEY (agreement, cost_account_closed) REFERENCES account,
  CONSTRAINT activity_group_sales_account_ongoing_fk FOREIGN KEY (agreement, sales_account_ongoing) REFERENCES account,
  CONSTRAINT activity_group_sales_contra_account_ongoing_fk FOREIGN KEY (agreement, sales_contra_account_ongoing)
    REFERENCES account,
  CONSTRAINT activity_group_sales_account_closed_fk FOREIGN KEY (agreement, sales_account_closed) REFERENCES account
);
ALTER TABLE activity_group ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE activity_group IS
  'Cost and sales each have their four accounts, or none: the one that the work stands on while the project is open, '
  'on which side, what it is booked against, and where it goes when the project is closed.';
COMMENT ON COLUMN activity_group.type IS
  '1 productive and invoiceable, 2 productive and not invoiceable, 3 unproductive.';

SELECT keep_trail('activity_group', 'ActivityGroups', '{number}');
