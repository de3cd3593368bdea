CREATE TABLE subscriber (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL CHECK (number >= 1),
  subscription_number     int NOT NULL,
  customer_number         int NOT NULL,
  your_ref                int,
  other_ref               text,
  start_date              date NOT NULL,
  end_date                date NOT NULL,
  special_price           numeric,
  discount_percentage     numeric CHECK (discount_percentage BETWEEN 0 AND 100),
  discount_expiry_date    date,
  quantity_factor         numeric NOT NULL CHECK (quantity_factor <> 0),
  price_factor            numeric NOT NULL,
  registration_date       date,
  expiry_date             date,
  project_number          int,
  department_number       int,
  booked_invoice_id       int,
  draft_document_id       int,
  extra_text_for_invoice  text,
  comments                text,
  chain                   int,
  anchor_day              int CHECK (anchor_day BETWEEN 1 AND 31),
  is_only_one             boolean NOT NULL DEFAULT false,
  last_updated            timestamptz NOT NULL DEFAULT now(),
  object_version          bigint NOT NULL DEFAULT nextval('object_version'),
  chain_end               date,
  chain_reached           date,
  uncut_end               date,
  is_over                 boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number),
  CONSTRAINT subscriber_dates CHECK (start_date <= end_date
    AND (end_date <= expiry_date OR draft_document_id IS NOT NULL OR booked_invoice_id IS NOT NULL OR is_over)),
  CONSTRAINT subscriber_subscription_number_fk FOREIGN KEY (agreement, subscription_number) REFERENCES subscription,
  CONSTRAINT subscriber_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT subscriber_your_ref_fk FOREIGN KEY (agreement, your_ref) REFERENCES customer_contact,
  CONSTRAINT subscriber_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT subscriber_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
ALTER TABLE subscriber ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE subscriber IS
  'A customer''s period of a subscription. It is current until a run has made a document of it; a copy for the next '
  'period is current then.';
COMMENT ON COLUMN subscriber.chain IS
  'The subscriber that this one was first copied from: all of a chain are one customer''s following periods.';
COMMENT ON COLUMN subscriber.anchor_day IS
  'The day of the month that periods begin on, where a month before this one had no such day.';
COMMENT ON COLUMN subscriber.chain_end IS
  'The day on which the chain ends, as the last change of an expiry_date of any of it says; infinity: that ended it no '
  'more. NULL: none was changed.';
COMMENT ON COLUMN subscriber.chain_reached IS
  'The last day that a chain without a current subscriber has reached, where it is after its last period: it goes on '
  'after it.';
COMMENT ON COLUMN subscriber.uncut_end IS 'The end that the period had before an expiry cut it.';
COMMENT ON COLUMN subscriber.is_over IS
  'The only one of a chain that ended before anything of it was invoiced: it is not current, and has no document.';
COMMENT ON COLUMN subscriber.is_only_one IS
  'The subscription took one subscriber of a customer when this one was made.';

-- A run that is repeated, or runs beside another, makes no second subscriber of a period.
CREATE UNIQUE INDEX subscriber_period ON subscriber (agreement, coalesce(chain, number), start_date);
CREATE UNIQUE INDEX subscriber_only_one ON subscriber (agreement, subscription_number, customer_number)
  WHERE is_only_one AND draft_document_id IS NULL AND booked_invoice_id IS NULL;
CREATE INDEX subscriber_of_subscription ON subscriber (agreement, subscription_number, customer_number);
CREATE INDEX subscriber_of_customer ON subscriber (agreement, customer_number);
-- What a run looks for.
CREATE INDEX subscriber_current ON subscriber (agreement, start_date)
  WHERE draft_document_id IS NULL AND booked_invoice_id IS NULL;
CREATE INDEX subscriber_of_start ON subscriber (agreement, start_date);
CREATE INDEX subscriber_of_end ON subscriber (agreement, end_date);
CREATE INDEX subscriber_of_expiry ON subscriber (agreement, expiry_date) WHERE expiry_date IS NOT NULL;
CREATE INDEX subscriber_of_your_ref ON subscriber (agreement, your_ref) WHERE your_ref IS NOT NULL;
CREATE INDEX subscriber_of_project ON subscriber (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX subscriber_of_department ON subscriber (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX subscriber_of_draft ON subscriber (agreement, draft_document_id) WHERE draft_document_id IS NOT NULL;
CREATE INDEX subscriber_of_booked ON subscriber (agreement, booked_invoice_id) WHERE booked_invoice_id IS NOT NULL;
CREATE INDEX subscriber_of_last_updated ON subscriber (agreement, last_updated);

-- Which document a period has is the documents' affair, and no master data: a run that notes thousands leaves no trail
-- of it.
SELECT keep_trail('subscriber', 'Subscribers', '{number}',
  '{draft_document_id,booked_invoice_id,is_only_one,anchor_day,chain,chain_end,chain_reached,uncut_end,is_over}',
  '{last_updated,object_version}');
