CREATE TABLE sales_setup (
  agreement              int PRIMARY KEY REFERENCES agreement,
  default_customer_group_number int,
  default_layout_number  int,
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT sales_setup_default_customer_group_number_fk FOREIGN KEY (agreement, default_customer_group_number)
    REFERENCES customer_group,
  CONSTRAINT sales_setup_default_layout_number_fk FOREIGN KEY (agreement, default_layout_number) REFERENCES layout
);
ALTER TABLE sales_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sales_setup IS 'What sales begin with in the agreement: one row each.';

SELECT keep_trail('sales_setup', 'SalesSetup', '{}');
