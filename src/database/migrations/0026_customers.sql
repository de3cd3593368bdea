-- Customers as published, their contacts and the places they are delivered to.

ALTER TABLE customer
  ADD COLUMN zone int NOT NULL DEFAULT 1,
  ADD COLUMN address2 text,
  ADD COLUMN contact_person text,
  ADD COLUMN payment_days int,
  ADD COLUMN bank_account text,
  ADD COLUMN our_ref int,
  ADD COLUMN layout_group int,
  ADD COLUMN homepage text,
  ADD COLUMN default_their_ref int,
  ADD COLUMN default_attention int,
  ADD COLUMN layout_group_print int,
  ADD COLUMN language int,
  ADD COLUMN discount_group_number int,
  ADD COLUMN price_group_number int,
  ADD COLUMN default_delivery_location int,
  ADD COLUMN ean_location_number text,
  ADD COLUMN voucher_number text,
  ADD COLUMN county text,
  ADD COLUMN credit_maximum numeric,
  ADD COLUMN recipient_peppol text,
  ADD COLUMN default_discount_pct numeric CHECK (default_discount_pct BETWEEN 0 AND 100),
  ADD COLUMN bank_giro_number text,
  ADD COLUMN iban text,
  ADD COLUMN swift text,
  ADD COLUMN direct_debit_mandate_date date,
  ADD COLUMN pnr text,
  ADD COLUMN nem_handel_receiver_type int CHECK (nem_handel_receiver_type BETWEEN 1 AND 4),
  ADD COLUMN mobile_phone text,
  ADD COLUMN email_attachment_language int NOT NULL DEFAULT 0,
  ADD COLUMN default_disable_e_invoicing boolean NOT NULL DEFAULT false,
  ADD COLUMN default_invoice_recipient text,
  ADD COLUMN default_invoice_template int,
  ADD COLUMN default_order_recipient text,
  ADD COLUMN default_order_template int,
  ADD COLUMN default_quote_recipient text,
  ADD COLUMN default_quote_template int,
  ADD COLUMN default_reminder_recipient text,
  ADD COLUMN default_reminder_template int,
  ADD COLUMN default_statement_of_account_recipient text,
  ADD COLUMN default_statement_of_account_template int;

-- One address of up to 510 characters becomes two lines of up to 255.
UPDATE customer SET address2 = nullif(substr(address, 256), ''), address = left(address, 255) WHERE length(address) > 255;

CREATE TABLE customer_contact (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  customer_number  int NOT NULL,
  user_interface_number int NOT NULL,
  name             text NOT NULL,
  email            text,
  phone            text,
  notes            text,
  e_invoice_id     text,
  receive_quotes   boolean NOT NULL DEFAULT false,
  receive_orders   boolean NOT NULL DEFAULT false,
  receive_invoices boolean NOT NULL DEFAULT false,
  receive_e_invoices boolean NOT NULL DEFAULT false,
  receive_statement_of_accounts boolean NOT NULL DEFAULT false,
  receive_reminders boolean NOT NULL DEFAULT false,
  is_deleted       boolean NOT NULL DEFAULT false,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT customer_contact_interface_number UNIQUE (agreement, customer_number, user_interface_number),
  CONSTRAINT customer_contact_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer ON DELETE CASCADE
);
CREATE UNIQUE INDEX customer_contact_name_unique ON customer_contact (agreement, customer_number, fold(name)) WHERE NOT is_deleted;
CREATE INDEX customer_contact_of_name ON customer_contact (agreement, fold(name));
CREATE INDEX customer_contact_of_email ON customer_contact (agreement, fold(email));
CREATE INDEX customer_contact_of_e_invoice_id ON customer_contact (agreement, fold(e_invoice_id));
CREATE INDEX customer_contact_of_last_updated ON customer_contact (agreement, last_updated);

CREATE TABLE delivery_location (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  customer_number  int NOT NULL,
  user_interface_number int NOT NULL,
  address          text,
  city             text,
  country          text,
  postal_code      text,
  terms_of_delivery text,
  e_invoice_id     text,
  is_barred        boolean NOT NULL DEFAULT false,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT delivery_location_interface_number UNIQUE (agreement, customer_number, user_interface_number),
  CONSTRAINT delivery_location_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer ON DELETE CASCADE
);
CREATE INDEX delivery_location_of_e_invoice_id ON delivery_location (agreement, fold(e_invoice_id));
CREATE INDEX delivery_location_of_last_updated ON delivery_location (agreement, last_updated);

ALTER TABLE customer
  ADD CONSTRAINT customer_zone_fk FOREIGN KEY (agreement, zone) REFERENCES vat_zone,
  ADD CONSTRAINT customer_our_ref_fk FOREIGN KEY (agreement, our_ref) REFERENCES employee,
  ADD CONSTRAINT customer_layout_group_fk FOREIGN KEY (agreement, layout_group) REFERENCES layout,
  ADD CONSTRAINT customer_layout_group_print_fk FOREIGN KEY (agreement, layout_group_print) REFERENCES layout,
  ADD CONSTRAINT customer_default_their_ref_fk FOREIGN KEY (agreement, default_their_ref) REFERENCES customer_contact,
  ADD CONSTRAINT customer_default_attention_fk FOREIGN KEY (agreement, default_attention) REFERENCES customer_contact,
  ADD CONSTRAINT customer_discount_group_number_fk FOREIGN KEY (agreement, discount_group_number) REFERENCES discount_group,
  ADD CONSTRAINT customer_price_group_number_fk FOREIGN KEY (agreement, price_group_number) REFERENCES price_group,
  ADD CONSTRAINT customer_default_delivery_location_fk FOREIGN KEY (agreement, default_delivery_location) REFERENCES delivery_location;

-- Whether a row is in use is asked by these, when it is deleted.
CREATE INDEX customer_of_zone ON customer (agreement, zone);
CREATE INDEX customer_of_our_ref ON customer (agreement, our_ref) WHERE our_ref IS NOT NULL;
CREATE INDEX customer_of_layout_group ON customer (agreement, layout_group) WHERE layout_group IS NOT NULL;
CREATE INDEX customer_of_layout_group_print ON customer (agreement, layout_group_print) WHERE layout_group_print IS NOT NULL;
CREATE INDEX customer_of_their_ref ON customer (agreement, default_their_ref) WHERE default_their_ref IS NOT NULL;
CREATE INDEX customer_of_attention ON customer (agreement, default_attention) WHERE default_attention IS NOT NULL;
CREATE INDEX customer_of_discount_group ON customer (agreement, discount_group_number) WHERE discount_group_number IS NOT NULL;
CREATE INDEX customer_of_price_group ON customer (agreement, price_group_number) WHERE price_group_number IS NOT NULL;
CREATE INDEX customer_of_delivery_location ON customer (agreement, default_delivery_location)
  WHERE default_delivery_location IS NOT NULL;

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE customer_contact ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE delivery_location ALTER COLUMN agreement SET STATISTICS 0;
