CREATE TABLE sales_order (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL CHECK (number >= 1),
  order_number              int NOT NULL CHECK (order_number >= 1),
  customer_number           int NOT NULL,
  customer_name             text NOT NULL,
  date                      date NOT NULL,
  currency_code             text NOT NULL,
  exchange_rate             numeric NOT NULL,
  layout_number             int NOT NULL,
  term_of_payment_number    int NOT NULL,
  due_date                  date,
  vat_zone_number           int NOT NULL CHECK (vat_zone_number <> 5),
  is_vat_included           boolean NOT NULL DEFAULT false,
  project_number            int,
  customer_address          text,
  customer_postal_code      text,
  customer_city             text,
  customer_country          text,
  other_reference           text,
  heading                   text,
  text_line1                text,
  text_line2                text,
  our_reference_number      int,
  our_reference2_number     int,
  delivery_location_number  int,
  delivery_address          text,
  delivery_postal_code      text,
  delivery_city             text,
  delivery_country          text,
  delivery_terms            text,
  delivery_date             date,
  attention_number          int,
  your_reference_number     int,
  debtor_ean                text,
  public_entry_number       text,
  cvr                       text,
  p_nr                      text,
  nem_handel_receiver_type  int,
  debitor_mobile_phone      text,
  external_id               text,
  amount                    numeric NOT NULL DEFAULT 0,
  vat_amount                numeric NOT NULL DEFAULT 0,
  amount_in_base_currency   numeric NOT NULL DEFAULT 0,
  rounding_amount           numeric NOT NULL DEFAULT 0,
  total_cost_price_in_base_currency numeric,
  last_updated              timestamptz NOT NULL DEFAULT now(),
  object_version            bigint NOT NULL DEFAULT nextval('object_version'),
  status                    text NOT NULL DEFAULT 'drafts' CHECK (status IN ('drafts', 'sent', 'archived')),
  is_superseded             boolean NOT NULL DEFAULT false,
  PRIMARY KEY (agreement, number),
  CONSTRAINT sales_order_status_key UNIQUE (agreement, number, status),
  CONSTRAINT sales_order_order_number_unique UNIQUE (agreement, order_number),
  CONSTRAINT sales_order_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT sales_order_currency_code_fk FOREIGN KEY (agreement, currency_code) REFERENCES currency,
  CONSTRAINT sales_order_layout_number_fk FOREIGN KEY (agreement, layout_number) REFERENCES layout,
  CONSTRAINT sales_order_term_of_payment_number_fk FOREIGN KEY (agreement, term_of_payment_number)
    REFERENCES payment_term,
  CONSTRAINT sales_order_vat_zone_number_fk FOREIGN KEY (agreement, vat_zone_number) REFERENCES vat_zone,
  CONSTRAINT sales_order_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT sales_order_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee,
  CONSTRAINT sales_order_our_reference2_number_fk FOREIGN KEY (agreement, our_reference2_number) REFERENCES employee,
  CONSTRAINT sales_order_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number)
    REFERENCES delivery_location,
  CONSTRAINT sales_order_attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES customer_contact,
  CONSTRAINT sales_order_your_reference_number_fk FOREIGN KEY (agreement, your_reference_number)
    REFERENCES customer_contact
);
ALTER TABLE sales_order ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sales_order IS 'An order of a customer. It keeps its number as an invoice.';
COMMENT ON COLUMN sales_order.order_number IS
  'The number that people see; number is the one that it keeps when it becomes another document.';
COMMENT ON COLUMN sales_order.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN sales_order.due_date IS
  'As the caller gave it, which counts where the term leaves it to the caller alone: see due_date_of.';
COMMENT ON COLUMN sales_order.is_vat_included IS 'Prices of lines are gross.';
COMMENT ON COLUMN sales_order.amount IS
  'Computed from the lines by recalculate_sales_order: gross and VAT in the currency, the rest in base currency.';

CREATE INDEX sales_order_of_customer ON sales_order (agreement, customer_number);
CREATE INDEX sales_order_of_project ON sales_order (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX sales_order_of_location ON sales_order (agreement, delivery_location_number)
  WHERE delivery_location_number IS NOT NULL;
CREATE INDEX sales_order_of_attention ON sales_order (agreement, attention_number) WHERE attention_number IS NOT NULL;
CREATE INDEX sales_order_of_reference ON sales_order (agreement, your_reference_number)
  WHERE your_reference_number IS NOT NULL;

CREATE OR REPLACE TRIGGER sales_order_changed AFTER UPDATE ON sales_order REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION sales_order_written();
CREATE OR REPLACE TRIGGER sales_order_restores_subscribers AFTER DELETE ON sales_order REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION restore_subscribers();
CREATE OR REPLACE TRIGGER "Carry_to_sales_order_line_document_id_fk" AFTER UPDATE ON sales_order
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number OR OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION carry_key('sales_order_line', '{document_id,document_status}', '{number,status}');
