CREATE TABLE draft_invoice (
  agreement                 int NOT NULL REFERENCES agreement,
  number                    int NOT NULL CHECK (number >= 1),
  draft_invoice_number      int NOT NULL CHECK (draft_invoice_number >= 1),
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
  credited_document_id      int,
  sensitivity_level         int CHECK (sensitivity_level BETWEEN 0 AND 2),
  service_recipient_cpr     bytea,
  PRIMARY KEY (agreement, number),
  CONSTRAINT draft_invoice_draft_invoice_number_unique UNIQUE (agreement, draft_invoice_number),
  CONSTRAINT draft_invoice_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT draft_invoice_currency_code_fk FOREIGN KEY (agreement, currency_code) REFERENCES currency,
  CONSTRAINT draft_invoice_layout_number_fk FOREIGN KEY (agreement, layout_number) REFERENCES layout,
  CONSTRAINT draft_invoice_term_of_payment_number_fk FOREIGN KEY (agreement, term_of_payment_number)
    REFERENCES payment_term,
  CONSTRAINT draft_invoice_vat_zone_number_fk FOREIGN KEY (agreement, vat_zone_number) REFERENCES vat_zone,
  CONSTRAINT draft_invoice_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT draft_invoice_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee,
  CONSTRAINT draft_invoice_our_reference2_number_fk FOREIGN KEY (agreement, our_reference2_number) REFERENCES employee,
  CONSTRAINT draft_invoice_delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number)
    REFERENCES delivery_location,
  CONSTRAINT draft_invoice_attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES customer_contact,
  CONSTRAINT draft_invoice_your_reference_number_fk FOREIGN KEY (agreement, your_reference_number)
    REFERENCES customer_contact,
  CONSTRAINT draft_invoice_credited_document_id_fk FOREIGN KEY (agreement, credited_document_id)
    REFERENCES booked_invoice
);
ALTER TABLE draft_invoice ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE draft_invoice IS 'An invoice or credit note that is not booked yet.';
COMMENT ON COLUMN draft_invoice.draft_invoice_number IS
  'The number that people see; number is the one that it keeps when it becomes another document.';
COMMENT ON COLUMN draft_invoice.exchange_rate IS 'Units of base currency for 100 of the currency.';
COMMENT ON COLUMN draft_invoice.due_date IS
  'As the caller gave it, which counts where the term leaves it to the caller alone: see due_date_of.';
COMMENT ON COLUMN draft_invoice.is_vat_included IS 'Prices of lines are gross.';
COMMENT ON COLUMN draft_invoice.amount IS
  'Computed from the lines by recalculate_draft_invoice: gross and VAT in the currency, the rest in base currency.';
COMMENT ON COLUMN draft_invoice.credited_document_id IS 'The booked invoice that this credits.';
COMMENT ON COLUMN draft_invoice.sensitivity_level IS
  '0 none, 1 common, 2 sensitive; and the CPR number of who receives a service, encrypted.';

CREATE INDEX draft_invoice_of_customer ON draft_invoice (agreement, customer_number);
CREATE INDEX draft_invoice_of_project ON draft_invoice (agreement, project_number) WHERE project_number IS NOT NULL;
CREATE INDEX draft_invoice_of_location ON draft_invoice (agreement, delivery_location_number)
  WHERE delivery_location_number IS NOT NULL;
CREATE INDEX draft_invoice_of_attention ON draft_invoice (agreement, attention_number)
  WHERE attention_number IS NOT NULL;
CREATE INDEX draft_invoice_of_reference ON draft_invoice (agreement, your_reference_number)
  WHERE your_reference_number IS NOT NULL;
CREATE INDEX draft_invoice_of_credited ON draft_invoice (agreement, credited_document_id)
  WHERE credited_document_id IS NOT NULL;

CREATE OR REPLACE TRIGGER draft_invoice_changed AFTER UPDATE ON draft_invoice REFERENCING NEW TABLE AS touched_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION draft_invoice_written();
CREATE OR REPLACE TRIGGER draft_invoice_restores_subscribers AFTER DELETE ON draft_invoice
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION restore_subscribers();
CREATE OR REPLACE TRIGGER draft_invoice_leaves_order AFTER DELETE ON draft_invoice REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION supersede_orders();
CREATE OR REPLACE TRIGGER draft_invoice_trail_deleted AFTER DELETE ON draft_invoice REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION trail_deleted_drafts();
