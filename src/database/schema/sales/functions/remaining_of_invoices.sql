CREATE OR REPLACE FUNCTION remaining_of_invoices(agreement_number int, chosen int[])
  RETURNS TABLE (document_id int, number int, sign int, remaining numeric, remaining_amount numeric,
    is_exceeded boolean, notes int[])
  LANGUAGE sql STABLE AS $$
  WITH invoiced AS MATERIALIZED (
    SELECT i.number AS document_id, l.number, l.product_number, l.quantity, i.is_vat_included, i.currency_code,
      i.exchange_rate, r.decimals, CASE WHEN i.is_vat_included
      THEN line_total(l.quantity, l.unit_net_price, l.discount_percentage, r.decimals)
      ELSE l.total_net_amount END AS amount, row_number() OVER same AS nth,
      count(*) OVER (PARTITION BY i.number, l.product_number) AS many
    FROM booked_invoice i CROSS JOIN LATERAL (SELECT decimals_of_credit(agreement_number, i.currency_code, i.number)
      AS decimals OFFSET 0) r
    JOIN booked_invoice_line l ON l.agreement = agreement_number AND l.document_id = i.number
    WHERE i.agreement = agreement_number AND i.number = ANY (chosen) AND l.product_number IS NOT NULL
    WINDOW same AS (PARTITION BY i.number, l.product_number ORDER BY l.number)
  ), noted AS MATERIALIZED (
    SELECT d.credited_document_id AS document_id, d.number AS note, d.is_vat_included, d.currency_code, d.exchange_rate,
      l.number, l.credited_line, l.product_number, l.quantity, l.unit_net_price, l.discount_percentage,
      l.total_net_amount, l.vat_amount
    FROM draft_invoice d JOIN draft_invoice_line l ON l.agreement = agreement_number AND l.document_id = d.number
    WHERE d.agreement = agreement_number AND d.credited_document_id = ANY (chosen) AND l.product_number IS NOT NULL
    UNION ALL
    SELECT d.credited_document_id, d.number, d.is_vat_included, d.currency_code, d.exchange_rate, l.number,
      l.credited_line, l.product_number, l.quantity, l.unit_net_price, l.discount_percentage, l.total_net_amount,
      l.vat_amount
    FROM booked_invoice d JOIN booked_invoice_line l ON l.agreement = agreement_number AND l.document_id = d.number
    WHERE d.agreement = agreement_number AND d.credited_document_id = ANY (chosen) AND l.product_number IS NOT NULL
  ), named AS MATERIALIZED (
    SELECT n.*, i.number AS line FROM noted n
    LEFT JOIN invoiced i ON i.document_id = n.document_id AND i.number = n.credited_line
      AND i.product_number = n.product_number
  ), placed AS (
    -- A line that names none takes back the line of its product at its own place among such lines.
    SELECT n.document_id, n.note, n.line, n.product_number, n.number,
      row_number() OVER (PARTITION BY n.note, n.product_number ORDER BY n.number) AS nth
    FROM named n WHERE n.line IS NULL
  ), credited AS (
    SELECT i.document_id, i.number, -sum(n.quantity) AS quantity, array_agg(DISTINCT n.note) AS notes,
      -sum(round(CASE WHEN n.is_vat_included = i.is_vat_included
        THEN line_total(n.quantity, n.unit_net_price, n.discount_percentage, i.decimals)
        WHEN i.is_vat_included THEN n.total_net_amount + n.vat_amount ELSE n.total_net_amount END
        * CASE WHEN n.currency_code = i.currency_code THEN 1 ELSE n.exchange_rate / i.exchange_rate END, i.decimals))
          AS amount
    FROM named n LEFT JOIN placed p ON p.note = n.note AND p.number = n.number
    JOIN invoiced i ON i.document_id = n.document_id AND CASE WHEN n.line IS NOT NULL THEN i.number = n.line
      ELSE i.product_number = n.product_number AND i.nth = least(p.nth, i.many) END
    GROUP BY i.document_id, i.number
  )
  SELECT i.document_id, i.number, CASE WHEN i.quantity < 0 THEN -1 ELSE 1 END, i.quantity - coalesce(c.quantity, 0),
    i.amount - coalesce(c.amount, 0),
    coalesce(CASE WHEN i.quantity < 0 THEN c.quantity < i.quantity ELSE c.quantity > i.quantity END
      OR CASE WHEN i.amount < 0 THEN c.amount < i.amount ELSE c.amount > i.amount END, false),
    coalesce(c.notes, '{}')
  FROM invoiced i LEFT JOIN credited c ON c.document_id = i.document_id AND c.number = i.number
$$;

COMMENT ON FUNCTION remaining_of_invoices(int, int[]) IS
  'What of each line of booked invoices no credit note takes back, booked or open: by quantity, and by what the line '
  'comes to in the prices of the invoice; and which notes take back of it. A line of a note that does not say which it '
  'takes back (of before 0270, or added by hand) counts against the lines of its product, in their order.';
