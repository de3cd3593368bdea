-- Subscriptions, their lines and their subscribers; numbers that clients may give.

-- The next numbers of a table that no row has and no client gives in the same statement: in the agreement, or among the rows with one value of a
-- column. The counter stays locked until the transaction ends, also where none is taken, so no number is given meanwhile.
CREATE FUNCTION take_free_numbers(agreement_number int, table_name text, within_column text, within_value int, amount int, given int[])
  RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
  counter_name text := concat_ws(' of ', table_name, within_value::text);
  next int := take_numbers(agreement_number, counter_name, 0);
  batch int := amount;
  free int[] := '{}';
  found int[];
BEGIN
  WHILE cardinality(free) < amount LOOP
    EXECUTE format('SELECT array_agg(n ORDER BY n) FROM generate_series($2, $2 + $3 - 1) AS n WHERE n <> ALL ($4)
        AND NOT EXISTS (SELECT FROM %I x WHERE x.agreement = $1 AND x.number = n%s)', table_name,
        CASE WHEN within_column IS NULL THEN '' ELSE format(' AND x.%I = $5', within_column) END)
      INTO found USING agreement_number, next, batch, given, within_value;
    free := free || found;
    next := next + batch;
    batch := batch * 2;
  END LOOP;
  IF amount > 0 THEN
    PERFORM take_numbers(agreement_number, counter_name, free[amount] + 1 - take_numbers(agreement_number, counter_name, 0));
  END IF;
  RETURN free[:amount];
END
$$;

-- Dimensions in which departments are not: 2 and 3.
CREATE TABLE dimension (
  agreement  int NOT NULL REFERENCES agreement,
  number     int NOT NULL CHECK (number IN (2, 3)),
  name       text NOT NULL,
  is_active  boolean NOT NULL,
  PRIMARY KEY (agreement, number)
);

CREATE TABLE subscription (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL CHECK (number >= 1),
  name             text NOT NULL,
  description      text,
  interval         int NOT NULL CHECK (interval BETWEEN 1 AND 13),
  is_calendar_based boolean NOT NULL,
  -- 0 the whole price, 1 the share of the period that the subscriber was there.
  collection       int NOT NULL CHECK (collection IN (0, 1)),
  include_name     boolean NOT NULL,
  include_period   boolean NOT NULL,
  allow_more_than_one_per_customer boolean NOT NULL,
  accrue           boolean NOT NULL,
  is_barred        boolean NOT NULL,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  -- There are no calendar weeks, and no calendar periods of two months.
  CONSTRAINT subscription_calendar_interval CHECK (NOT is_calendar_based OR interval NOT IN (1, 2, 7, 12, 13))
);
CREATE INDEX subscription_of_name ON subscription (agreement, fold(name));

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
  CONSTRAINT subscription_line_product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product ON UPDATE CASCADE,
  CONSTRAINT subscription_line_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
CREATE INDEX subscription_line_of_number ON subscription_line (agreement, number);
CREATE INDEX subscription_line_of_product ON subscription_line (agreement, product_number) WHERE product_number IS NOT NULL;
CREATE INDEX subscription_line_of_product_text ON subscription_line (agreement, fold(product_number));
CREATE INDEX subscription_line_of_department ON subscription_line (agreement, department_number) WHERE department_number IS NOT NULL;

-- A customer's period of a subscription. It is current until a run has made a document of it; a copy for the next period is current then.
CREATE TABLE subscriber (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  subscription_number  int NOT NULL,
  customer_number      int NOT NULL,
  your_ref             int,
  other_ref            text,
  start_date           date NOT NULL,
  end_date             date NOT NULL,
  special_price        numeric,
  discount_percentage  numeric CHECK (discount_percentage BETWEEN 0 AND 100),
  discount_expiry_date date,
  quantity_factor      numeric NOT NULL CHECK (quantity_factor <> 0),
  price_factor         numeric NOT NULL,
  registration_date    date,
  expiry_date          date,
  project_number       int,
  department_number    int,
  booked_invoice_id    int,
  draft_document_id    int,
  extra_text_for_invoice text,
  comments             text,
  -- The subscriber that this one was first copied from: all of a chain are one customer's following periods.
  chain                int,
  -- The day of the month that periods begin on, where a month before this one had no such day.
  anchor_day           int CHECK (anchor_day BETWEEN 1 AND 31),
  -- The subscription took one subscriber of a customer when this one was made.
  is_only_one          boolean NOT NULL DEFAULT false,
  last_updated         timestamptz NOT NULL DEFAULT now(),
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT subscriber_dates CHECK (start_date <= end_date AND end_date <= expiry_date),
  CONSTRAINT subscriber_subscription_number_fk FOREIGN KEY (agreement, subscription_number) REFERENCES subscription,
  CONSTRAINT subscriber_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT subscriber_your_ref_fk FOREIGN KEY (agreement, your_ref) REFERENCES customer_contact,
  CONSTRAINT subscriber_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT subscriber_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
-- A run that is repeated, or runs beside another, makes no second subscriber of a period.
CREATE UNIQUE INDEX subscriber_period ON subscriber (agreement, (coalesce(chain, number)), start_date);
CREATE UNIQUE INDEX subscriber_only_one ON subscriber (agreement, subscription_number, customer_number)
  WHERE is_only_one AND draft_document_id IS NULL AND booked_invoice_id IS NULL;
CREATE INDEX subscriber_of_subscription ON subscriber (agreement, subscription_number, customer_number);
CREATE INDEX subscriber_of_customer ON subscriber (agreement, customer_number);
-- What a run looks for.
CREATE INDEX subscriber_current ON subscriber (agreement, start_date) WHERE draft_document_id IS NULL AND booked_invoice_id IS NULL;
CREATE INDEX subscriber_of_start ON subscriber (agreement, start_date);
CREATE INDEX subscriber_of_end ON subscriber (agreement, end_date);
CREATE INDEX subscriber_of_expiry ON subscriber (agreement, expiry_date) WHERE expiry_date IS NOT NULL;
CREATE INDEX subscriber_of_your_ref ON subscriber (agreement, your_ref) WHERE your_ref IS NOT NULL;
CREATE INDEX subscriber_of_project ON subscriber (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX subscriber_of_department ON subscriber (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX subscriber_of_draft ON subscriber (agreement, draft_document_id) WHERE draft_document_id IS NOT NULL;
CREATE INDEX subscriber_of_booked ON subscriber (agreement, booked_invoice_id) WHERE booked_invoice_id IS NOT NULL;
CREATE INDEX subscriber_of_last_updated ON subscriber (agreement, last_updated);

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE dimension ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE subscription ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE subscription_line ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE subscriber ALTER COLUMN agreement SET STATISTICS 0;

SELECT keep_trail('subscription', 'Subscriptions', '{number}');
SELECT keep_trail('subscription_line', 'SubscriptionLines', '{subscription_number,number}');
-- Which document a period has is the documents' affair, and no master data: a run that notes thousands leaves no trail of it.
SELECT keep_trail('subscriber', 'Subscribers', '{number}', '{draft_document_id,booked_invoice_id,is_only_one,anchor_day,chain}',
  '{last_updated,object_version}');
