-- Booked invoices: sealed one after the other in the order of their numbers, and told of.

-- Everything an invoice says, as JSON: what its seal is over. Whoever recomputes it reads the text, so numbers keep their digits.
CREATE FUNCTION content_of_invoice(i booked_invoice) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT json_build_array(i.number, i.invoice_number, i.customer_number, i.customer_name, i.date, i.currency_code, i.exchange_rate::text, i.layout_number,
      i.term_of_payment_number, i.due_date, i.vat_zone_number, i.is_vat_included, i.project_number, i.amount::text, i.vat_amount::text,
      i.amount_in_base_currency::text, i.rounding_amount::text, i.total_cost_price_in_base_currency::text)::text
    || json_build_array(i.customer_address, i.customer_postal_code, i.customer_city, i.customer_country, i.other_reference, i.heading, i.text_line1,
      i.text_line2, i.our_reference_number, i.our_reference2_number, i.delivery_location_number, i.delivery_address, i.delivery_postal_code,
      i.delivery_city, i.delivery_country, i.delivery_terms, i.delivery_date, i.attention_number, i.your_reference_number)::text
    || json_build_array(i.debtor_ean, i.public_entry_number, i.cvr, i.p_nr, i.nem_handel_receiver_type, i.debitor_mobile_phone, i.external_id,
      i.credited_document_id, i.sensitivity_level, encode(i.service_recipient_cpr, 'hex'), i.accounting_year, i.booking)::text
    || coalesce((SELECT string_agg(json_build_array(l.number, l.user_interface_number, l.product_number, l.description, l.quantity::text, l.unit_number,
        l.unit_net_price::text, l.unit_cost_price::text, l.discount_percentage::text, l.recommended_price::text, l.department_number, l.quantity2::text,
        l.unit2_number, l.accrue, l.accrue_start_date, l.accrue_end_date, l.vat_code, l.vat_rate::text, l.vat_amount::text, l.total_net_amount::text,
        l.booked_account, l.project_close_account)::text, '' ORDER BY l.number)
      FROM booked_invoice_line l WHERE l.agreement = i.agreement AND l.document_id = i.number), '')
$$;

-- Seals an invoice over the one before it; its lines were written before. Numbers have no gaps, whoever writes.
CREATE FUNCTION seal_invoice() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  SELECT i.invoice_number, i.seal INTO previous FROM booked_invoice i WHERE i.agreement = NEW.agreement ORDER BY i.invoice_number DESC LIMIT 1;
  IF FOUND AND NEW.invoice_number <> previous.invoice_number + 1 THEN
    RAISE EXCEPTION 'invoice % of agreement % does not follow invoice %', NEW.invoice_number, NEW.agreement, previous.invoice_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booked_invoice_gapless';
  END IF;
  NEW.seal := sha256(coalesce(previous.seal, decode(repeat('00', 32), 'hex')) || convert_to(content_of_invoice(NEW), 'UTF8'));
  RETURN NEW;
END
$$;
CREATE TRIGGER booked_invoice_sealed BEFORE INSERT ON booked_invoice FOR EACH ROW EXECUTE FUNCTION seal_invoice();

-- An invoice that stands takes no more lines: the lines come first.
CREATE FUNCTION refuse_lines_of_booked_invoice() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN booked_invoice i ON i.agreement = n.agreement AND i.number = n.document_id) THEN
    RAISE EXCEPTION 'a booked invoice takes no more lines' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booked_invoice_complete';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_invoice_complete AFTER INSERT ON booked_invoice_line REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_lines_of_booked_invoice();

CREATE FUNCTION tell_of_invoices() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  booked record;
BEGIN
  FOR booked IN SELECT n.agreement, array_agg(jsonb_build_object('INVOICENO', n.invoice_number::text) ORDER BY n.invoice_number) AS records
    FROM new_rows n GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM emit_events(booked.agreement, 'INVOICE_BOOKED', booked.records);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_invoice_told AFTER INSERT ON booked_invoice REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_invoices();
