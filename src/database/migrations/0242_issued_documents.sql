-- Changes booked_invoice. What every invoice is rendered from is kept (issued_document): of those booked before as of
-- their booking, where the trail of changes tells, else as it is now.
CREATE TEMPORARY TABLE told_change ON COMMIT DROP AS
SELECT c.agreement, c.number, c.resource, c.key, lower(regexp_replace(c.property, '([A-Z])', '_\1', 'g')) AS property, c.before
FROM change c WHERE c.agreement IN (SELECT i.agreement FROM booked_invoice i)
  AND c.resource IN ('Company', 'Customers', 'CustomerContacts', 'Employees', 'Projects', 'Units', 'Products', 'PaymentTerms', 'Layouts');
CREATE INDEX told_change_of_item ON told_change (agreement, resource, key, number);
ANALYZE told_change;

-- An item as it was after the change `cut`: what was changed since is undone.
CREATE FUNCTION pg_temp.then_said(of_agreement int, of_resource text, of_key text, item jsonb, cut int) RETURNS jsonb
  LANGUAGE plpgsql AS $$
DECLARE
  undone jsonb;
BEGIN
  SELECT jsonb_object_agg(u.property, u.before) INTO undone FROM (
    SELECT DISTINCT ON (t.property) t.property, t.before FROM told_change t
    WHERE t.agreement = of_agreement AND t.resource = of_resource AND t.key = of_key AND t.number > cut ORDER BY t.property, t.number) AS u;
  RETURN item || coalesce(undone, '{}');
END
$$;

DO $$
DECLARE
  i record;
  l record;
  cut int;
  next int := 0;
  of_agreement int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  bytes bytea;
  source text;
  seller jsonb;
  buyer jsonb;
  term jsonb;
  lines jsonb;
BEGIN
  FOR i IN
    SELECT b.*, k.booked_at, (k.logs -> 'change' ->> 0)::int AS told, a.name AS company_name, a.country AS company_country, a.base_currency,
      o.invoice_number AS credited_number, o.date AS credited_date
    FROM booked_invoice b
    JOIN agreement a ON a.agreement = b.agreement
    LEFT JOIN booking k ON k.agreement = b.agreement AND k.number = b.booking
    LEFT JOIN booked_invoice o ON o.agreement = b.agreement AND o.number = b.credited_document_id
    ORDER BY b.agreement, b.invoice_number
  LOOP
    IF i.agreement IS DISTINCT FROM of_agreement THEN
      IF of_agreement IS NOT NULL THEN
        INSERT INTO counter (agreement, name, value) VALUES (of_agreement, 'issued_document', next);
      END IF;
      of_agreement := i.agreement;
      next := 0;
      previous := decode(repeat('00', 32), 'hex');
    END IF;
    next := next + 1;
    cut := coalesce(i.told, (SELECT max(c.number) FROM change c WHERE c.agreement = i.agreement AND c.changed_at <= i.booked_at));
    source := CASE WHEN cut IS NULL THEN 'upgrade' ELSE 'trail' END;
    cut := coalesce(cut, 2147483647);
    seller := pg_temp.then_said(i.agreement, 'Company', '',
      coalesce((SELECT to_jsonb(s) FROM company s WHERE s.agreement = i.agreement),
        jsonb_build_object('name', i.company_name, 'country', i.company_country)), cut);
    buyer := pg_temp.then_said(i.agreement, 'Customers', i.customer_number::text,
      (SELECT to_jsonb(c) FROM customer c WHERE c.agreement = i.agreement AND c.number = i.customer_number), cut);
    term := pg_temp.then_said(i.agreement, 'PaymentTerms', i.term_of_payment_number::text,
      (SELECT to_jsonb(p) FROM payment_term p WHERE p.agreement = i.agreement AND p.number = i.term_of_payment_number), cut);
    lines := '[]';
    FOR l IN
      SELECT x.*, to_jsonb(u) AS unit, to_jsonb(d) AS product FROM booked_invoice_line x
      LEFT JOIN unit u ON u.agreement = x.agreement AND u.number = x.unit_number
      LEFT JOIN product d ON d.agreement = x.agreement AND d.number = x.product_number
      WHERE x.agreement = i.agreement AND x.document_id = i.number ORDER BY x.number
    LOOP
      l.unit := pg_temp.then_said(i.agreement, 'Units', l.unit_number::text, l.unit, cut);
      l.product := pg_temp.then_said(i.agreement, 'Products', l.product_number, l.product, cut);
      lines := lines || jsonb_build_object('productNumber', l.product_number, 'description', coalesce(nullif(l.description, ''), l.product ->> 'name'),
        'quantity', l.quantity::text, 'unit', l.unit ->> 'name', 'price', l.unit_net_price::text, 'discount', l.discount_percentage::text,
        'net', l.total_net_amount::text, 'vat', l.vat_amount::text, 'rate', l.vat_rate::text, 'vatCode', l.vat_code,
        'barCode', l.product ->> 'bar_code');
    END LOOP;
    bytes := convert_to((jsonb_build_object('invoiceNumber', i.invoice_number, 'date', i.date,
        'dueDate', CASE WHEN (term ->> 'type')::int <> 4 THEN i.due_date END, 'currency', i.currency_code, 'baseCurrency', i.base_currency,
        'exchangeRate', i.exchange_rate::text, 'layout', jsonb_build_object('number', i.layout_number, 'name', pg_temp.then_said(i.agreement, 'Layouts',
          i.layout_number::text, (SELECT to_jsonb(x) FROM layout x WHERE x.agreement = i.agreement AND x.number = i.layout_number), cut) ->> 'name'),
        'amount', i.amount::text, 'vatAmount', i.vat_amount::text, 'vatInBase', round(i.vat_amount * i.exchange_rate / 100, 2)::text,
        'zone', i.vat_zone_number, 'isVatIncluded', i.is_vat_included, 'term', term ->> 'name', 'termType', (term ->> 'type')::int,
        'heading', i.heading, 'textLine1', i.text_line1, 'textLine2', i.text_line2, 'otherReference', i.other_reference,
        'publicEntryNumber', i.public_entry_number)
      || jsonb_build_object(
        'ourReference', pg_temp.then_said(i.agreement, 'Employees', i.our_reference_number::text,
          (SELECT to_jsonb(x) FROM employee x WHERE x.agreement = i.agreement AND x.number = i.our_reference_number), cut) ->> 'name',
        'yourReference', pg_temp.then_said(i.agreement, 'CustomerContacts', i.your_reference_number::text,
          (SELECT to_jsonb(x) FROM customer_contact x WHERE x.agreement = i.agreement AND x.number = i.your_reference_number), cut) ->> 'name',
        'attention', pg_temp.then_said(i.agreement, 'CustomerContacts', i.attention_number::text,
          (SELECT to_jsonb(x) FROM customer_contact x WHERE x.agreement = i.agreement AND x.number = i.attention_number), cut) ->> 'name',
        'project', i.project_number || ' ' || (pg_temp.then_said(i.agreement, 'Projects', i.project_number::text,
          (SELECT to_jsonb(x) FROM project x WHERE x.agreement = i.agreement AND x.number = i.project_number), cut) ->> 'name'),
        'deliveryDate', i.delivery_date, 'deliveryAddress', i.delivery_address, 'deliveryPostalCode', i.delivery_postal_code,
        'deliveryCity', i.delivery_city, 'deliveryCountry', i.delivery_country, 'deliveryTerms', i.delivery_terms,
        'creditedNumber', i.credited_number, 'creditedDate', i.credited_date)
      || jsonb_build_object(
        'seller', jsonb_build_object('name', seller ->> 'name', 'address', seller ->> 'address', 'postalCode', seller ->> 'postal_code',
          'city', seller ->> 'city', 'country', seller ->> 'country', 'cvr', seller ->> 'corporate_identification_number',
          'vatNumber', seller ->> 'vat_number', 'peppolId', seller ->> 'peppol_id', 'email', seller ->> 'email', 'phone', seller ->> 'phone',
          'homepage', seller ->> 'homepage', 'bankRegistration', seller ->> 'bank_registration_number', 'bankAccount', seller ->> 'bank_account_number',
          'iban', seller ->> 'iban', 'bic', seller ->> 'bic'),
        'buyer', jsonb_build_object('number', i.customer_number, 'name', i.customer_name, 'address', i.customer_address,
          'postalCode', i.customer_postal_code, 'city', i.customer_city, 'country', i.customer_country, 'cvr', i.cvr, 'pnr', i.p_nr, 'ean', i.debtor_ean,
          'receiverType', i.nem_handel_receiver_type, 'vatNumber', buyer ->> 'vat_number', 'peppolId', buyer ->> 'recipient_peppol',
          'email', buyer ->> 'email', 'phone', buyer ->> 'phone'),
        'lines', lines))::text, 'UTF8');
    previous := sha256(previous || convert_to('[' || next || ',' || i.number || ',"data","' || source || '","'
      || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",null,"' || encode(sha256(bytes), 'hex') || '"]', 'UTF8'));
    INSERT INTO issued_document (agreement, number, document_id, kind, as_of, issued_at, app, content, seal)
    VALUES (i.agreement, next, i.number, 'data', source, moment, NULL, bytes, previous);
  END LOOP;
  IF of_agreement IS NOT NULL THEN
    INSERT INTO counter (agreement, name, value) VALUES (of_agreement, 'issued_document', next);
  END IF;
END
$$;
DROP FUNCTION pg_temp.then_said(int, text, text, jsonb, int);
