CREATE TABLE subscription_line (
  agreement            int NOT NULL REFERENCES agreement,
  subscription_number  int NOT NULL,
  number               int NOT NULL CHECK (number >= 1),
  product_number       text,
  description          text,
  quantity             numeric,
  special_price        numeric,
  department_number    int,
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, subscription_number, number),
  CONSTRAINT subscription_line_subscription_number_fk FOREIGN KEY (agreement, subscription_number)
    REFERENCES subscription ON DELETE CASCADE,
  CONSTRAINT subscription_line_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT subscription_line_product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product
);
ALTER TABLE subscription_line ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscription_line IS 'A line that invoices of a subscription get. One without a product is a text.';

CREATE INDEX subscription_line_of_number ON subscription_line (agreement, number);
CREATE INDEX subscription_line_of_product ON subscription_line (agreement, product_number)
  WHERE product_number IS NOT NULL;
CREATE INDEX subscription_line_of_product_text ON subscription_line (agreement, fold(product_number));
CREATE INDEX subscription_line_of_department ON subscription_line (agreement, department_number)
  WHERE department_number IS NOT NULL;

SELECT keep_trail('subscription_line', 'SubscriptionLines', '{subscription_number,number}');
