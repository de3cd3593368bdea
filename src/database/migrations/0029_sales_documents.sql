-- Sales documents: draft invoices, orders and quotes with their lines, and what they become (rule 12.5). One series
-- of numbers for all: a document keeps its number from quote to booked invoice.

-- The documents of a kind: `table_name` their table, `people` the number that people see, `more` further columns.
CREATE FUNCTION make_sales_documents(table_name text, people text, more text) RETURNS void
  LANGUAGE plpgsql AS $make$
BEGIN
  EXECUTE replace(replace(replace($table$
    CREATE TABLE _documents_ (
      agreement                 int NOT NULL REFERENCES agreement,
      number                    int NOT NULL CHECK (number >= 1),
      _people_                  int NOT NULL CHECK (_people_ >= 1),
      customer_number           int NOT NULL,
      customer_name             text NOT NULL,
      date                      date NOT NULL,
      currency_code             text NOT NULL,
      -- Units of base currency for 100 of the currency.
      exchange_rate             numeric NOT NULL,
      layout_number             int NOT NULL,
      term_of_payment_number    int NOT NULL,
      -- As the caller gave it, which counts where the term leaves it to the caller alone: see due_date_of.
      due_date                  date,
      vat_zone_number           int NOT NULL CHECK (vat_zone_number <> 5),
      -- Prices of lines are gross.
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
      -- Computed from the lines by recalculate__documents_: gross and VAT in the currency, the rest in base currency.
      amount                    numeric NOT NULL DEFAULT 0,
      vat_amount                numeric NOT NULL DEFAULT 0,
      amount_in_base_currency   numeric NOT NULL DEFAULT 0,
      rounding_amount           numeric NOT NULL DEFAULT 0,
      total_cost_price_in_base_currency numeric,
      last_updated              timestamptz NOT NULL DEFAULT now(),
      object_version            bigint NOT NULL DEFAULT nextval('object_version'),
      _more_
      PRIMARY KEY (agreement, number),
      CONSTRAINT _documents___people__unique UNIQUE (agreement, _people_),
      CONSTRAINT _documents__customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
      CONSTRAINT _documents__currency_code_fk FOREIGN KEY (agreement, currency_code) REFERENCES currency,
      CONSTRAINT _documents__layout_number_fk FOREIGN KEY (agreement, layout_number) REFERENCES layout,
      CONSTRAINT _documents__term_of_payment_number_fk FOREIGN KEY (agreement, term_of_payment_number) REFERENCES payment_term,
      CONSTRAINT _documents__vat_zone_number_fk FOREIGN KEY (agreement, vat_zone_number) REFERENCES vat_zone,
      CONSTRAINT _documents__project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
      CONSTRAINT _documents__our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee,
      CONSTRAINT _documents__our_reference2_number_fk FOREIGN KEY (agreement, our_reference2_number) REFERENCES employee,
      CONSTRAINT _documents__delivery_location_number_fk FOREIGN KEY (agreement, delivery_location_number) REFERENCES delivery_location,
      CONSTRAINT _documents__attention_number_fk FOREIGN KEY (agreement, attention_number) REFERENCES customer_contact,
      CONSTRAINT _documents__your_reference_number_fk FOREIGN KEY (agreement, your_reference_number) REFERENCES customer_contact
    );
    CREATE INDEX _documents__of_customer ON _documents_ (agreement, customer_number);
    CREATE INDEX _documents__of_project ON _documents_ (agreement, project_number) WHERE project_number IS NOT NULL;
    CREATE INDEX _documents__of_location ON _documents_ (agreement, delivery_location_number) WHERE delivery_location_number IS NOT NULL;
    CREATE INDEX _documents__of_attention ON _documents_ (agreement, attention_number) WHERE attention_number IS NOT NULL;
    CREATE INDEX _documents__of_reference ON _documents_ (agreement, your_reference_number) WHERE your_reference_number IS NOT NULL;
    ALTER TABLE _documents_ ALTER COLUMN agreement SET STATISTICS 0;
  $table$, '_more_', more), '_people_', people), '_documents_', table_name);
END
$make$;
SELECT make_sales_documents('draft_invoice', 'draft_invoice_number', $$
  -- The booked invoice that this credits.
  credited_document_id int,
  -- 0 none, 1 common, 2 sensitive; and the CPR number of who receives a service, encrypted.
  sensitivity_level int CHECK (sensitivity_level BETWEEN 0 AND 2),
  service_recipient_cpr bytea,$$);
SELECT make_sales_documents('sales_order', 'order_number', $$
  status text NOT NULL DEFAULT 'drafts' CHECK (status IN ('drafts', 'sent', 'archived')),
  CONSTRAINT sales_order_status_key UNIQUE (agreement, number, status),$$);
SELECT make_sales_documents('sales_quote', 'quote_number', $$
  status text NOT NULL DEFAULT 'drafts' CHECK (status IN ('drafts', 'sent', 'archived')),
  CONSTRAINT sales_quote_status_key UNIQUE (agreement, number, status),$$);
SELECT make_sales_documents('booked_invoice', 'invoice_number', $$
  credited_document_id int,
  sensitivity_level int CHECK (sensitivity_level BETWEEN 0 AND 2),
  service_recipient_cpr bytea,
  accounting_year text NOT NULL,
  booking int NOT NULL,
  -- SHA-256 over the seal of the invoice before it and all it holds: see content_of_invoice.
  seal bytea NOT NULL CHECK (length(seal) = 32),
  CONSTRAINT booked_invoice_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year,
  CONSTRAINT booked_invoice_credited_document_id_fk FOREIGN KEY (agreement, credited_document_id) REFERENCES booked_invoice,$$);
DROP FUNCTION make_sales_documents;
ALTER TABLE booked_invoice
  ADD CONSTRAINT booked_invoice_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking;
ALTER TABLE draft_invoice
  ADD CONSTRAINT draft_invoice_credited_document_id_fk FOREIGN KEY (agreement, credited_document_id) REFERENCES booked_invoice;
ALTER TABLE booked_invoice DROP COLUMN object_version;
CREATE INDEX booked_invoice_of_credited ON booked_invoice (agreement, credited_document_id) WHERE credited_document_id IS NOT NULL;
CREATE INDEX draft_invoice_of_credited ON draft_invoice (agreement, credited_document_id) WHERE credited_document_id IS NOT NULL;
CREATE INDEX booked_invoice_of_date ON booked_invoice (agreement, date);

-- The lines of documents of a kind. A line without a product is a text, and has nothing else.
CREATE FUNCTION make_sales_lines(table_name text, document_table text, more text, document_key text) RETURNS void
  LANGUAGE plpgsql AS $make$
BEGIN
  EXECUTE replace(replace(replace(replace($table$
    CREATE TABLE _lines_ (
      agreement             int NOT NULL REFERENCES agreement,
      document_id           int NOT NULL,
      number                int NOT NULL CHECK (number >= 1),
      -- 1, 2, … in the document, by number.
      user_interface_number int NOT NULL DEFAULT 1,
      product_number        text,
      description           text,
      quantity              numeric,
      unit_number           int,
      unit_net_price        numeric,
      unit_cost_price       numeric,
      discount_percentage   numeric,
      recommended_price     numeric,
      department_number     int,
      quantity2             numeric,
      unit2_number          int,
      accrue                boolean NOT NULL DEFAULT false,
      accrue_start_date     date,
      accrue_end_date       date,
      -- Computed: the VAT code of the account that the zone picks, as it is now, in per cent; and what follows.
      vat_code              text,
      vat_rate              numeric NOT NULL DEFAULT 0,
      vat_amount            numeric,
      total_net_amount      numeric,
      margin_in_base_currency numeric,
      margin_percentage     numeric,
      object_version        bigint NOT NULL DEFAULT nextval('object_version'),
      _more_
      PRIMARY KEY (agreement, document_id, number),
      _key_
      CONSTRAINT _lines__product_number_fk FOREIGN KEY (agreement, product_number) REFERENCES product ON UPDATE CASCADE,
      CONSTRAINT _lines__unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
      CONSTRAINT _lines__unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit,
      CONSTRAINT _lines__department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department
    );
    CREATE INDEX _lines__of_product ON _lines_ (agreement, product_number) WHERE product_number IS NOT NULL;
    CREATE INDEX _lines__of_product_text ON _lines_ (agreement, fold(product_number)) WHERE product_number IS NOT NULL;
    CREATE INDEX _lines__of_department ON _lines_ (agreement, department_number) WHERE department_number IS NOT NULL;
    ALTER TABLE _lines_ ALTER COLUMN agreement SET STATISTICS 0;
  $table$, '_more_', more), '_key_', document_key), '_documents_', document_table), '_lines_', table_name);
END
$make$;
SELECT make_sales_lines('draft_invoice_line', 'draft_invoice', '', $$
  CONSTRAINT _lines__document_id_fk FOREIGN KEY (agreement, document_id) REFERENCES _documents_ ON DELETE CASCADE,$$);
SELECT make_sales_lines(l.name, l.documents, $$document_status text NOT NULL,$$, $$
  CONSTRAINT _lines__document_id_fk FOREIGN KEY (agreement, document_id, document_status)
    REFERENCES _documents_ (agreement, number, status) ON UPDATE CASCADE ON DELETE CASCADE,$$)
FROM (VALUES ('sales_order_line', 'sales_order'), ('sales_quote_line', 'sales_quote')) AS l(name, documents);
SELECT make_sales_lines('booked_invoice_line', 'booked_invoice', $$
  -- What was credited, and what takes the net when the project closes.
  booked_account int,
  project_close_account int,
  CONSTRAINT _lines__booked_account_fk FOREIGN KEY (agreement, booked_account) REFERENCES account,
  CONSTRAINT _lines__project_close_account_fk FOREIGN KEY (agreement, project_close_account) REFERENCES account,$$, $$
  CONSTRAINT _lines__document_id_fk FOREIGN KEY (agreement, document_id) REFERENCES _documents_ DEFERRABLE INITIALLY DEFERRED,$$);
DROP FUNCTION make_sales_lines;
-- What it cost and earned was never told of booked lines.
ALTER TABLE booked_invoice_line DROP COLUMN object_version, DROP COLUMN margin_in_base_currency, DROP COLUMN margin_percentage;
CREATE INDEX booked_invoice_line_of_account ON booked_invoice_line (agreement, booked_account) WHERE booked_account IS NOT NULL;
CREATE INDEX booked_invoice_line_of_close_account ON booked_invoice_line (agreement, project_close_account) WHERE project_close_account IS NOT NULL;

-- Booked invoices stand for good, as the entries that they were booked with.
CREATE TRIGGER booked_invoice_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON booked_invoice
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER booked_invoice_line_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON booked_invoice_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON booked_invoice, booked_invoice_line FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON booked_invoice, booked_invoice_line FROM CURRENT_USER;

-- When a document falls due (rule 11.2): type and days of a term never change. 2 counts from the last day of the month, 7 and 8 from the
-- next Sunday and Monday; of 5 the caller gives the day; what is settled at once is due on its date.
CREATE FUNCTION due_date_of(term_type int, term_days int, day date, given date) RETURNS date
  LANGUAGE sql IMMUTABLE
  RETURN CASE term_type
    WHEN 5 THEN given
    WHEN 2 THEN (date_trunc('month', day) + interval '1 month - 1 day')::date + term_days
    WHEN 7 THEN day + 7 - extract(dow FROM day)::int + term_days
    WHEN 8 THEN day + 8 - extract(isodow FROM day)::int + term_days
    ELSE day + term_days END;

-- Numbers of documents that people see: the next that are free. A client may have taken some ahead.
CREATE FUNCTION take_document_numbers(agreement_number int, kind text, amount int) RETURNS int[]
  LANGUAGE plpgsql AS $$
DECLARE
  people text := CASE kind WHEN 'draft_invoice' THEN 'draft_invoice_number' WHEN 'sales_order' THEN 'order_number' ELSE 'quote_number' END;
  first int;
  found int[];
  taken int[] := '{}';
BEGIN
  WHILE cardinality(taken) < amount LOOP
    first := take_numbers(agreement_number, kind || ' for people', amount - cardinality(taken));
    EXECUTE format('SELECT coalesce(array_agg(n ORDER BY n), ''{}'') FROM generate_series($2, $3) AS n
      WHERE NOT EXISTS (SELECT FROM %I d WHERE d.agreement = $1 AND d.%I = n)', kind, people)
      INTO found USING agreement_number, first, first + amount - cardinality(taken) - 1;
    taken := taken || found;
  END LOOP;
  RETURN taken;
END
$$;
