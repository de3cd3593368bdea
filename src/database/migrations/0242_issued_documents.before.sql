CREATE TABLE booked_invoice (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL CHECK (number >= 1),
  invoice_number            int NOT NULL CHECK (invoice_number >= 1),
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
  credited_document_id      int,
  sensitivity_level         int CHECK (sensitivity_level BETWEEN 0 AND 2),
  service_recipient_cpr     bytea,
  accounting_year           text NOT NULL,
  booking                   int NOT NULL,
  seal                      bytea NOT NULL CHECK (length(seal) = 32),
  PRIMARY KEY (agreement, number),
  CONSTRAINT booked_invoice_invoice_number_unique UNIQUE (agreement, invoice_number),
  CONSTRAINT booked_invoice_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT booked_invoice_credited_document_id_fk FOREIGN KEY (agreement, credited_document_id)
    REFERENCES booked_invoice,
  CONSTRAINT booked_invoice_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT booked_invoice_currency_code_fk FOREIGN KEY (agreement, currency_code) REFERENCES currency,
  CONSTRAINT booked_invoice_layout_number_fk FOREIGN KEY (agreement, layout_number) REFERENCES layout,
  CONSTRAINT booked_invoice_term_of_payment_number_fk FOREIGN KEY (agreement, term_of_payment_number)
    REFERENCES payment_term,
  CONSTRAINT booked_invoice_vat_zone_number_fk FOREIGN KEY (agreement, vat_zone_number) REFERENCES vat_zone,
  CONSTRAINT booked_invoice_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT booked_invoice_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee,
  CONSTRAINT booked_invoice_our_reference2_number_fk FOREIGN KEY (agreement, our_reference2_number)
    REFERENCES employee,
  CONSTRAINT booked_invoice_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number)
    REFERENCES delivery_location,
  CONSTRAINT booked_invoice_attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES customer_contact,
  CONSTRAINT booked_invoice_your_reference_number_fk FOREIGN KEY (agreement, your_reference_number)
    REFERENCES customer_contact,
  CONSTRAINT booked_invoice_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking
);
ALTER TABLE booked_invoice ALTER agreement SET STATISTICS 0;
REVOKE ALL ON booked_invoice FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_invoice FROM CURRENT_USER;

COMMENT ON TABLE booked_invoice IS
  'An invoice or credit note that was booked: it stands for good, sealed after the one before it.';
COMMENT ON COLUMN booked_invoice.invoice_number IS
  'The number that people see; number is the one that it has had since it was a draft or quote.';
COMMENT ON COLUMN booked_invoice.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN booked_invoice.due_date IS
  'As the caller gave it, which counts where the term leaves it to the caller alone: see due_date_of.';
COMMENT ON COLUMN booked_invoice.is_vat_included IS 'Prices of lines are gross.';
COMMENT ON COLUMN booked_invoice.amount IS
  'As the draft had it when it was booked: gross and VAT in the currency, the rest in base currency.';
COMMENT ON COLUMN booked_invoice.credited_document_id IS 'The booked invoice that this credits.';
COMMENT ON COLUMN booked_invoice.seal IS
  'SHA-256 over the seal of the invoice before it and all it holds: see content_of_invoice.';

CREATE INDEX booked_invoice_of_customer ON booked_invoice (agreement, customer_number);
CREATE INDEX booked_invoice_of_project ON booked_invoice (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX booked_invoice_of_location ON booked_invoice (agreement, delivery_location_number)
  WHERE delivery_location_number IS NOT NULL;
CREATE INDEX booked_invoice_of_attention ON booked_invoice (agreement, attention_number)
  WHERE attention_number IS NOT NULL;
CREATE INDEX booked_invoice_of_reference ON booked_invoice (agreement, your_reference_number)
  WHERE your_reference_number IS NOT NULL;
CREATE INDEX booked_invoice_of_credited ON booked_invoice (agreement, credited_document_id)
  WHERE credited_document_id IS NOT NULL;
CREATE INDEX booked_invoice_of_date ON booked_invoice (agreement, date);

