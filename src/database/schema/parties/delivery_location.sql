CREATE TABLE delivery_location (
  agreement              int NOT NULL REFERENCES agreement,
  number                 int NOT NULL,
  customer_number        int NOT NULL,
  user_interface_number  int NOT NULL,
  address                text,
  city                   text,
  country                text,
  postal_code            text,
  terms_of_delivery      text,
  e_invoice_id           text,
  is_barred              boolean NOT NULL DEFAULT false,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT delivery_location_interface_number UNIQUE (agreement, customer_number, user_interface_number),
  CONSTRAINT delivery_location_customer_number_fk FOREIGN KEY (agreement, customer_number)
    REFERENCES customer ON DELETE CASCADE
);
ALTER TABLE delivery_location ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE delivery_location IS
  'A place that a customer is delivered to. A deleted one stays for the documents that name it.';

CREATE INDEX delivery_location_of_e_invoice_id ON delivery_location (agreement, fold(e_invoice_id));
CREATE INDEX delivery_location_of_last_updated ON delivery_location (agreement, last_updated);

SELECT keep_trail('delivery_location', 'DeliveryLocations', '{number}');
