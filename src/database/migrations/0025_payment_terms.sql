-- Payment terms of every type, what else sales name besides, and what every agreement has from the beginning.

-- 1 net, 2 invoice month, 3 paid in cash, 4 prepaid, 5 due date, 6 factoring, 7 invoice week starting Sunday, 8 invoice week starting
-- Monday, 9 credit card.
ALTER TABLE payment_term
  DROP CONSTRAINT payment_term_type_check,
  ADD CONSTRAINT payment_term_type_check CHECK (type BETWEEN 1 AND 9),
  ADD COLUMN is_barred boolean NOT NULL DEFAULT false,
  -- Paid in cash and factoring: what an invoice is settled against at once. Of factoring the first account takes the per cent, the second
  -- the rest.
  ADD COLUMN contra_account_number int,
  ADD COLUMN contra_account2_number int,
  ADD COLUMN contra_account_percent numeric CHECK (contra_account_percent > 0 AND contra_account_percent < 100),
  -- Credit card: the customer that stands for the card company.
  ADD COLUMN card_customer_number int,
  ADD CONSTRAINT payment_term_contra_account_number_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  ADD CONSTRAINT payment_term_contra_account2_number_fk FOREIGN KEY (agreement, contra_account2_number) REFERENCES account,
  ADD CONSTRAINT payment_term_card_customer_number_fk FOREIGN KEY (agreement, card_customer_number) REFERENCES customer;
CREATE INDEX payment_term_of_contra_account ON payment_term (agreement, contra_account_number)
  WHERE contra_account_number IS NOT NULL;
CREATE INDEX payment_term_of_contra_account2 ON payment_term (agreement, contra_account2_number)
  WHERE contra_account2_number IS NOT NULL;
CREATE INDEX payment_term_of_card_customer ON payment_term (agreement, card_customer_number)
  WHERE card_customer_number IS NOT NULL;

-- Where a customer is for VAT. 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects; 6 and 7 are reserved; 8 and up are the
-- agreement's own, one for a country.
CREATE TABLE vat_zone (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1 AND number NOT IN (6, 7)),
  name            text NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- How a document looks when it is printed.
CREATE TABLE layout (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- What products are counted in: pieces, hours.
CREATE TABLE unit (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Texts for the terms of delivery of a document.
CREATE TABLE delivery_condition (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Customers who get the same discounts.
CREATE TABLE discount_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Customers who get the same special prices.
CREATE TABLE price_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  name            text NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- What sales begin with in the agreement: one row each.
CREATE TABLE sales_setup (
  agreement                      int NOT NULL REFERENCES agreement,
  default_customer_group_number  int,
  default_layout_number          int,
  object_version                 bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement),
  CONSTRAINT sales_setup_default_customer_group_number_fk FOREIGN KEY (agreement, default_customer_group_number)
    REFERENCES customer_group,
  CONSTRAINT sales_setup_default_layout_number_fk FOREIGN KEY (agreement, default_layout_number) REFERENCES layout
);

-- Every agreement has its setup and the five zones that are the same everywhere.
CREATE FUNCTION begin_sales() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vat_zone (agreement, number, name) SELECT n.agreement, z.number, z.name
    FROM new_rows n CROSS JOIN (VALUES (1, 'Domestic'), (2, 'EU'), (3, 'Abroad'), (4, 'Domestic without VAT'), (5, 'Projects')) AS z(number, name);
  INSERT INTO sales_setup (agreement) SELECT n.agreement FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER agreement_begins_sales AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_sales();
INSERT INTO vat_zone (agreement, number, name) SELECT a.agreement, z.number, z.name
  FROM agreement a CROSS JOIN (VALUES (1, 'Domestic'), (2, 'EU'), (3, 'Abroad'), (4, 'Domestic without VAT'), (5, 'Projects')) AS z(number, name);
INSERT INTO sales_setup (agreement) SELECT a.agreement FROM agreement a;

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE vat_zone ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE layout ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE unit ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE delivery_condition ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE discount_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE price_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE sales_setup ALTER COLUMN agreement SET STATISTICS 0;
