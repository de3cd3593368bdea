CREATE OR REPLACE FUNCTION priced_sales_order(agreement_number int, chosen int[]) RETURNS TABLE (
  document_id int, number int, shown int, account_number int, vat_code text, vat_rate numeric, net numeric, vat
  numeric, cost numeric, department_number int, accrue_start date, accrue_end date
)
  LANGUAGE sql STABLE AS $$
      WITH line AS MATERIALIZED (
        SELECT l.document_id, l.number, z.account_number, v.code, CASE WHEN v.contra_account_number IS NULL
          THEN coalesce(v.rate, 0) ELSE 0 END AS rate, d.is_vat_included AS included, r.decimals,
          line_total(l.quantity, l.unit_net_price, l.discount_percentage, r.decimals) AS total,
          l.quantity * coalesce(l.unit_cost_price, 0) AS cost, l.department_number,
          CASE WHEN l.accrue THEN l.accrue_start_date END AS accrue_start, CASE WHEN l.accrue
            THEN l.accrue_end_date END AS accrue_end,
          row_number() OVER (PARTITION BY l.document_id ORDER BY l.number)::int AS shown,
          row_number() OVER (ORDER BY l.document_id, l.number)::int AS place
        FROM sales_order d
        CROSS JOIN LATERAL (SELECT decimals_of(d.currency_code) AS decimals OFFSET 0) r
        JOIN sales_order_line l ON l.agreement = agreement_number AND l.document_id = d.number
        LEFT JOIN product p ON p.agreement = agreement_number AND p.number = l.product_number
        LEFT JOIN product_group_zone z ON z.agreement = agreement_number
          AND z.product_group_number = p.product_group_number AND z.zone = d.vat_zone_number
        LEFT JOIN account a ON a.agreement = agreement_number AND a.number = z.account_number
        LEFT JOIN vat_code v ON v.agreement = agreement_number AND v.code = a.vat_code
        WHERE d.agreement = agreement_number AND d.number = ANY (chosen)
      ), listed AS (
        SELECT array_agg(l.document_id ORDER BY l.place) AS documents, array_agg(l.code ORDER BY l.place) AS codes,
          array_agg(l.rate ORDER BY l.place) AS rates, array_agg(l.included ORDER BY l.place) AS included,
          array_agg(l.decimals ORDER BY l.place) AS decimals, array_agg(l.total ORDER BY l.place) AS totals
        FROM line l
      )
      SELECT l.document_id, l.number, l.shown, l.account_number, l.code, l.rate, a.net, a.vat, l.cost,
        l.department_number, l.accrue_start, l.accrue_end
      FROM line l
      LEFT JOIN (listed CROSS JOIN LATERAL amounts_of_lines(listed.documents, listed.codes, listed.rates,
        listed.included, listed.decimals, listed.totals) AS a)
        ON a.place = l.place
    $$;

COMMENT ON FUNCTION priced_sales_order(int, int[]) IS 'The lines of orders with what follows from them.';
