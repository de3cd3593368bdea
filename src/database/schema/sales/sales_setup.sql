CREATE TABLE sales_setup (
  agreement              int PRIMARY KEY REFERENCES agreement,
  default_customer_group_number int,
  default_layout_number  int,
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  next_invoice_number    int CONSTRAINT sales_setup_next_invoice_number
    CHECK (next_invoice_number BETWEEN 1 AND 999999999),
  CONSTRAINT sales_setup_default_customer_group_number_fk FOREIGN KEY (agreement, default_customer_group_number)
    REFERENCES customer_group,
  CONSTRAINT sales_setup_default_layout_number_fk FOREIGN KEY (agreement, default_layout_number) REFERENCES layout
);
ALTER TABLE sales_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sales_setup IS 'What sales begin with in the agreement: one row each.';
COMMENT ON COLUMN sales_setup.next_invoice_number IS
  'Where the series of invoices was last told to go on; once invoices are past it, it says nothing any more.';

SELECT keep_trail('sales_setup', 'SalesSetup', '{}');
