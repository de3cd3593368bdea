CREATE TABLE sales_quote (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL CHECK (number >= 1),
  quote_number              int NOT NULL CHECK (quote_number >= 1),
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
  PRIMARY KEY (agreement, number),
  CONSTRAINT sales_quote_status_key UNIQUE (agreement, number, status),
  CONSTRAINT sales_quote_quote_number_unique UNIQUE (agreement, quote_number),
  CONSTRAINT sales_quote_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT sales_quote_currency_code_fk FOREIGN KEY (agreement, currency_code) REFERENCES currency,
  CONSTRAINT sales_quote_layout_number_fk FOREIGN KEY (agreement, layout_number) REFERENCES layout,
  CONSTRAINT sales_quote_term_of_payment_number_fk FOREIGN KEY (agreement, term_of_payment_number)
    REFERENCES payment_term,
  CONSTRAINT sales_quote_vat_zone_number_fk FOREIGN KEY (agreement, vat_zone_number) REFERENCES vat_zone,
  CONSTRAINT sales_quote_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT sales_quote_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee,
  CONSTRAINT sales_quote_our_reference2_number_fk FOREIGN KEY (agreement, our_reference2_number) REFERENCES employee,
  CONSTRAINT sales_quote_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number)
    REFERENCES delivery_location,
  CONSTRAINT sales_quote_attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES customer_contact,
  CONSTRAINT sales_quote_your_reference_number_fk FOREIGN KEY (agreement, your_reference_number)
    REFERENCES customer_contact
);
ALTER TABLE sales_quote ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE sales_quote IS 'A quote for a customer. It keeps its number as an order or invoice.';
COMMENT ON COLUMN sales_quote.quote_number IS
  'The number that people see; number is the one that it keeps when it becomes another document.';
COMMENT ON COLUMN sales_quote.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN sales_quote.due_date IS
  'As the caller gave it, which counts where the term leaves it to the caller alone: see due_date_of.';
COMMENT ON COLUMN sales_quote.is_vat_included IS 'Prices of lines are gross.';
COMMENT ON COLUMN sales_quote.amount IS
  'Computed from the lines by recalculate_sales_quote: gross and VAT in the currency, the rest in base currency.';

CREATE INDEX sales_quote_of_customer ON sales_quote (agreement, customer_number);
CREATE INDEX sales_quote_of_project ON sales_quote (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX sales_quote_of_location ON sales_quote (agreement, delivery_location_number)
  WHERE delivery_location_number IS NOT NULL;
CREATE INDEX sales_quote_of_attention ON sales_quote (agreement, attention_number) WHERE attention_number IS NOT NULL;
CREATE INDEX sales_quote_of_reference ON sales_quote (agreement, your_reference_number)
  WHERE your_reference_number IS NOT NULL;

CREATE OR REPLACE TRIGGER sales_quote_changed AFTER UPDATE ON sales_quote REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION sales_quote_written();
CREATE OR REPLACE TRIGGER "Carry_to_sales_quote_line_document_id_fk" AFTER UPDATE ON sales_quote
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number OR OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION carry_key('sales_quote_line', '{document_id,document_status}', '{number,status}');
