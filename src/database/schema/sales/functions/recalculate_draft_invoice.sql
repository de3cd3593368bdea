CREATE OR REPLACE FUNCTION recalculate_draft_invoice(agreement_number int, chosen int[]) RETURNS void
  LANGUAGE plpgsql AS $$
    BEGIN
      -- Writers of one document come one after the other, and each sees the lines of those before it.
      PERFORM 1 FROM draft_invoice d WHERE d.agreement = agreement_number AND d.number = ANY (chosen) ORDER BY d.number
        FOR NO KEY UPDATE;
      WITH priced AS MATERIALIZED (
        SELECT p.*, (SELECT d.exchange_rate FROM draft_invoice d WHERE d.agreement = agreement_number
          AND d.number = p.document_id) AS exchange_rate,
        (SELECT format('%s %s %s', l.departmental_distribution_number, l.dimension2_key, l.dimension3_key)
          FROM draft_invoice_line l
          WHERE l.agreement = agreement_number AND l.document_id = p.document_id AND l.number = p.number) AS dimensions
            FROM priced_draft_invoice(agreement_number, chosen) p
        ), written AS (
        UPDATE draft_invoice_line l SET user_interface_number = p.shown, vat_code = p.vat_code, vat_rate = p.vat_rate,
          vat_amount = p.vat, total_net_amount = p.net,
          margin_in_base_currency = in_base(p.net - p.cost, p.exchange_rate),
          margin_percentage = CASE WHEN p.net <> 0 THEN rounded_ratio(100 * (p.net - p.cost), p.net) END
        FROM priced p WHERE l.agreement = agreement_number AND l.document_id = p.document_id AND l.number = p.number
          AND (l.user_interface_number, l.vat_code, l.vat_rate, l.vat_amount, l.total_net_amount,
            l.margin_in_base_currency, l.margin_percentage)
            IS DISTINCT FROM (p.shown, p.vat_code, p.vat_rate, p.vat, p.net, in_base(p.net - p.cost, p.exchange_rate),
              CASE WHEN p.net <> 0 THEN rounded_ratio(100 * (p.net - p.cost), p.net) END)
      ), posted AS (
        SELECT s.document_id, sum(s.amount) AS amount FROM (
          SELECT p.document_id, in_base(sum(p.net), p.exchange_rate) AS amount FROM priced p WHERE p.net IS NOT NULL
          GROUP BY p.document_id, p.exchange_rate, p.account_number, p.vat_code, p.department_number, p.dimensions,
            p.accrue_start, p.accrue_end
          UNION ALL
          SELECT p.document_id, in_base(sum(p.vat), p.exchange_rate) FROM priced p WHERE p.vat IS NOT NULL
          -- VAT is booked right behind each net that it is the tax of, so each part of it is rounded in base
          -- currency by itself: what rounding leaves of a document follows that (src/sales/invoice-postings.ts).
          GROUP BY p.document_id, p.exchange_rate, p.account_number, p.vat_code, p.department_number, p.dimensions,
            p.accrue_start, p.accrue_end
        ) AS s GROUP BY s.document_id
      ), summed AS (
        SELECT p.document_id, coalesce(sum(p.net + p.vat), 0) AS gross, coalesce(sum(p.vat), 0) AS vat,
          coalesce(sum(p.cost), 0) AS cost
        FROM priced p GROUP BY p.document_id
      )
      UPDATE draft_invoice d SET amount = coalesce(s.gross, 0), vat_amount = coalesce(s.vat, 0),
        amount_in_base_currency = coalesce(in_base(s.gross, d.exchange_rate), 0),
        rounding_amount = coalesce(in_base(s.gross, d.exchange_rate) - b.amount, 0),
        total_cost_price_in_base_currency = coalesce(in_base(s.cost, d.exchange_rate), 0),
          last_updated = clock_timestamp()
      FROM unnest(chosen) AS c(number) LEFT JOIN summed s ON s.document_id = c.number LEFT JOIN posted b
        ON b.document_id = c.number
      WHERE d.agreement = agreement_number AND d.number = c.number;
    END
    $$;

COMMENT ON FUNCTION recalculate_draft_invoice(int, int[]) IS
  'Computes draft invoices from their lines (rule 12.2; EN 16931).';
