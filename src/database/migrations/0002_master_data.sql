-- What drafts and bookings refer to: the chart of accounts, VAT, currencies, years, parties, journals.
-- Every table: primary key and foreign keys begin with the agreement, so tenants cannot meet.

CREATE TABLE vat_code (
  agreement       int NOT NULL REFERENCES agreement,
  code            text NOT NULL CHECK (length(code) BETWEEN 1 AND 5),
  name            text NOT NULL,
  type            int NOT NULL CHECK (type IN (1, 2)),
  rate            numeric(9, 4) NOT NULL CHECK (rate >= 0 AND rate <= 100),
  account_number  int NOT NULL,
  -- Reverse charge: the account that takes the opposite of the tax. NULL for ordinary codes.
  contra_account_number int,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, code)
);

CREATE TABLE account (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL,
  name                      text NOT NULL,
  type                      int NOT NULL CHECK (type BETWEEN 1 AND 7),
  is_barred                 boolean NOT NULL DEFAULT false,
  vat_account_number        int,
  contra_account_number     int,
  total_from_account_number int,
  opening_account_number    int,
  realisation_account_number int,
  total_intervals           text,
  is_blocked_for_direct_entries boolean NOT NULL DEFAULT false,
  is_credit                 boolean NOT NULL DEFAULT false,
  currency                  text,
  asset_group_number        int,
  display_number            text,
  is_department_mandatory   boolean NOT NULL DEFAULT false,
  is_unit_mandatory         boolean NOT NULL DEFAULT false,
  key_figure_code_number    int,
  vat_code                  text,
  note                      text,
  last_updated              timestamptz NOT NULL DEFAULT now(),
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT account_contra_account_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account,
  CONSTRAINT account_total_from_account_fk FOREIGN KEY (agreement, total_from_account_number) REFERENCES account,
  CONSTRAINT account_opening_account_fk FOREIGN KEY (agreement, opening_account_number) REFERENCES account,
  CONSTRAINT account_realisation_account_fk FOREIGN KEY (agreement, realisation_account_number) REFERENCES account,
  CONSTRAINT account_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code
);
ALTER TABLE vat_code
  ADD CONSTRAINT vat_code_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  ADD CONSTRAINT vat_code_contra_account_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account;

-- The accounts an agreement's books need for postings nobody types in.
CREATE TABLE system_account (
  agreement       int NOT NULL REFERENCES agreement,
  purpose         text NOT NULL CHECK (purpose IN ('rounding', 'result', 'exchangeDifference')),
  account_number  int NOT NULL,
  PRIMARY KEY (agreement, purpose),
  CONSTRAINT system_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);

CREATE TABLE currency (
  agreement       int NOT NULL REFERENCES agreement,
  code            text NOT NULL CHECK (code ~ '^[A-Z]{3}$'),
  name            text NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, code)
);

-- Units of base currency for 100 of the currency, from the date on.
CREATE TABLE exchange_rate (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  currency        text NOT NULL,
  date            date NOT NULL,
  rate            numeric(18, 6) NOT NULL CHECK (rate > 0),
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT exchange_rate_currency_date UNIQUE (agreement, currency, date),
  CONSTRAINT exchange_rate_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency
);

CREATE TABLE department (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE accounting_year (
  agreement       int NOT NULL REFERENCES agreement,
  year            text NOT NULL CHECK (length(year) BETWEEN 1 AND 4),
  date_from       date NOT NULL,
  date_to         date NOT NULL,
  is_closed       boolean NOT NULL DEFAULT false,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, year),
  UNIQUE (agreement, date_from),
  CHECK (date_to > date_from)
);

CREATE TABLE accounting_period (
  agreement       int NOT NULL REFERENCES agreement,
  year            text NOT NULL,
  period_number   int NOT NULL CHECK (period_number >= 1),
  date_from       date NOT NULL,
  date_to         date NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  is_closed       boolean NOT NULL DEFAULT false,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, year, period_number),
  UNIQUE (agreement, date_from),
  CONSTRAINT accounting_period_year_fk FOREIGN KEY (agreement, year) REFERENCES accounting_year ON DELETE CASCADE,
  CHECK (date_to >= date_from)
);

CREATE TABLE payment_term (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  -- 1 net: days after the invoice date. 2 end of month: days after the last day of the invoice's month.
  type            int NOT NULL CHECK (type IN (1, 2)),
  days            int NOT NULL CHECK (days BETWEEN 0 AND 365),
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE supplier_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  account_number  int NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_group_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);

CREATE TABLE supplier (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  group_number    int NOT NULL,
  currency        text NOT NULL,
  payment_term_number int,
  contra_account_number int,
  corporate_identification_number text,
  vat_number      text,
  email           text,
  phone           text,
  address         text,
  postal_code     text,
  city            text,
  country         text,
  bank_account    text,
  -- The supplier contact to address: a contact of this supplier.
  attention_number int,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_group_fk FOREIGN KEY (agreement, group_number) REFERENCES supplier_group,
  CONSTRAINT supplier_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT supplier_payment_term_fk FOREIGN KEY (agreement, payment_term_number) REFERENCES payment_term,
  CONSTRAINT supplier_contra_account_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account
);
CREATE INDEX supplier_of_group ON supplier (agreement, group_number);

CREATE TABLE supplier_contact (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  supplier_number int NOT NULL,
  user_interface_number int NOT NULL,
  name            text NOT NULL,
  email           text,
  phone           text,
  notes           text,
  active          boolean NOT NULL DEFAULT true,
  is_deleted      boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT supplier_contact_interface_number UNIQUE (agreement, supplier_number, user_interface_number),
  CONSTRAINT supplier_contact_supplier_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier
);
ALTER TABLE supplier
  ADD CONSTRAINT supplier_attention_fk FOREIGN KEY (agreement, attention_number) REFERENCES supplier_contact;
CREATE UNIQUE INDEX supplier_contact_name ON supplier_contact (agreement, supplier_number, fold(name)) WHERE NOT is_deleted;

CREATE TABLE customer_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  account_number  int NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT customer_group_account_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);

CREATE TABLE customer (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  name            text NOT NULL,
  group_number    int NOT NULL,
  currency        text NOT NULL,
  payment_term_number int,
  contra_account_number int,
  corporate_identification_number text,
  vat_number      text,
  email           text,
  phone           text,
  address         text,
  postal_code     text,
  city            text,
  country         text,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT customer_group_fk FOREIGN KEY (agreement, group_number) REFERENCES customer_group,
  CONSTRAINT customer_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency,
  CONSTRAINT customer_payment_term_fk FOREIGN KEY (agreement, payment_term_number) REFERENCES payment_term,
  CONSTRAINT customer_contra_account_fk FOREIGN KEY (agreement, contra_account_number) REFERENCES account
);
CREATE INDEX customer_of_group ON customer (agreement, group_number);

CREATE TABLE journal (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL,
  name                    text NOT NULL,
  entry_type_restricted_to int NOT NULL DEFAULT 0,
  -- false: vouchers balance by date. true: by month.
  balancing_behavior      boolean NOT NULL DEFAULT false,
  auto_approve            boolean NOT NULL DEFAULT false,
  is_standing_journal     boolean NOT NULL DEFAULT false,
  require_admin_approval  boolean NOT NULL DEFAULT false,
  lock_vat_codes          boolean NOT NULL DEFAULT false,
  next_voucher_number     int NOT NULL DEFAULT 1,
  minimum_voucher_number  int NOT NULL DEFAULT 1,
  maximum_voucher_number  int NOT NULL DEFAULT 999999999,
  customer_contra_account int,
  supplier_contra_account int,
  customer_payment_text   text,
  supplier_payment_text   text,
  priority                int,
  allow_partial_booking   boolean NOT NULL DEFAULT false,
  require_balance_per_voucher_id boolean NOT NULL DEFAULT false,
  repeat_text             boolean NOT NULL DEFAULT false,
  payment_message_text    text,
  default_department      int,
  object_version          bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT journal_customer_contra_account_fk FOREIGN KEY (agreement, customer_contra_account) REFERENCES account,
  CONSTRAINT journal_supplier_contra_account_fk FOREIGN KEY (agreement, supplier_contra_account) REFERENCES account,
  CONSTRAINT journal_default_department_fk FOREIGN KEY (agreement, default_department) REFERENCES department,
  CHECK (minimum_voucher_number BETWEEN 0 AND 999999999),
  CHECK (maximum_voucher_number BETWEEN minimum_voucher_number AND 999999999)
);
