CREATE TABLE employee (
  agreement           int NOT NULL REFERENCES agreement,
  number              int NOT NULL CHECK (number BETWEEN 1 AND 999999),
  name                text NOT NULL,
  is_barred           boolean NOT NULL DEFAULT false,
  last_updated        timestamptz NOT NULL DEFAULT now(),
  object_version      bigint NOT NULL DEFAULT nextval('object_version'),
  group_number        int NOT NULL DEFAULT 1,
  phone               text,
  email               text,
  can_approve         boolean NOT NULL DEFAULT false,
  can_invoice         boolean NOT NULL DEFAULT false,
  employee_type       int NOT NULL DEFAULT 0 CHECK (employee_type BETWEEN 0 AND 3),
  user_id             text,
  address             text,
  city                text,
  zip_code            text,
  cut_off_date        date,
  sales_price_before  numeric,
  sales_price_after   numeric,
  cost_price_before   numeric,
  cost_price_after    numeric,
  PRIMARY KEY (agreement, number),
  CONSTRAINT employee_group_number_fk FOREIGN KEY (agreement, group_number) REFERENCES employee_group
);
ALTER TABLE employee ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE employee IS 'Somebody who works for the company, sells, or is a reference on documents.';
COMMENT ON COLUMN employee.employee_type IS '0 no user, 1 time logger, 2 project manager, 3 mobile logger.';

CREATE INDEX employee_group_number ON employee (agreement, group_number);

CREATE OR REPLACE TRIGGER employee_priced AFTER UPDATE ON employee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number',
    'cut_off_date, cost_price_before, cost_price_after, sales_price_before, sales_price_after');
SELECT keep_trail('employee', 'Employees', '{number}');
