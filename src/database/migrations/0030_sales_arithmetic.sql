-- The arithmetic of sales documents, exact (rule 12.2; EN 16931): amounts are rounded to 2 decimals, half away from zero.
-- What a draft shows and what a booking freezes is computed here and nowhere else; `verify` computes it once more, by itself.

-- a / b, rounded to 2 decimals: numeric division alone would round twice.
CREATE FUNCTION rounded_ratio(a numeric, b numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(a) * sign(b) * div(abs(a) * 200 + abs(b), 2 * abs(b)) * 0.01;

-- An amount in base currency; the rate is for 100.
CREATE FUNCTION in_base(amount numeric, rate numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(amount * rate * 0.01, 2);

-- A price of base currency in another; in base currency itself it keeps its decimals.
CREATE FUNCTION from_base(price numeric, rate numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN rate = 100 THEN price ELSE rounded_ratio(price * 100, rate) END;

-- What a line comes to, before it is told whether its prices have the VAT in them.
CREATE FUNCTION line_total(quantity numeric, price numeric, discount numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(quantity * price * (1 - coalesce(discount, 0) * 0.01), 2);

-- Net and VAT of lines, in the order given. Per document and VAT code the VAT is that of the sum, rounded once; where prices include it, the net is
-- that of the sum. Each line takes what is due by then less what the lines before it took, so that lines sum to their document.
CREATE FUNCTION amounts_of_lines(documents int[], codes text[], rates numeric[], included boolean[], totals numeric[])
  RETURNS TABLE (place int, net numeric, vat numeric)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT s.place,
    CASE WHEN s.included THEN rounded_ratio(s.sum * 100, 100 + s.rate) - rounded_ratio((s.sum - s.total) * 100, 100 + s.rate) ELSE s.total END,
    CASE WHEN s.included THEN s.total - (rounded_ratio(s.sum * 100, 100 + s.rate) - rounded_ratio((s.sum - s.total) * 100, 100 + s.rate))
      ELSE round(s.sum * s.rate * 0.01, 2) - round((s.sum - s.total) * s.rate * 0.01, 2) END
  FROM (
    SELECT l.*, sum(l.total) OVER (PARTITION BY l.document, l.code ORDER BY l.place) AS sum
    FROM (
      SELECT u.document, coalesce(u.code, '') AS code, u.rate, u.included, u.total, u.place::int AS place
      FROM unnest(documents, codes, rates, included, totals) WITH ORDINALITY AS u(document, code, rate, included, total, place)
      WHERE u.total IS NOT NULL
    ) AS l
  ) AS s
$$;

-- The VAT that sales of a product to a zone carry: of the code of the account that the zone picks. A code of reverse charge puts none on the document.
CREATE FUNCTION sales_vat_rate(agreement_number int, product text, zone_number int) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN v.contra_account_number IS NULL THEN v.rate ELSE 0 END
  FROM product p
  JOIN product_group_zone z ON z.agreement = agreement_number AND z.product_group_number = p.product_group_number AND z.zone = zone_number
  JOIN account a ON a.agreement = agreement_number AND a.number = z.account_number
  JOIN vat_code v ON v.agreement = agreement_number AND v.code = a.vat_code
  WHERE p.agreement = agreement_number AND p.number = product
$$;

-- What a product costs everybody in a currency: its price there, else its own, converted.
CREATE FUNCTION usual_price(agreement_number int, product text, currency_code text, exchange_rate numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT s.sales_price FROM product_sales_price s
      WHERE s.agreement = agreement_number AND s.product_number = p.number AND s.currency = currency_code),
    from_base(p.sales_price, exchange_rate))
  FROM product p WHERE p.agreement = agreement_number AND p.number = product
$$;

-- What the customer's price group pays for it; NULL where that is nothing special.
CREATE FUNCTION special_price(agreement_number int, product text, customer int, currency_code text, exchange_rate numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN s.discount_percentage IS NOT NULL
      THEN round(usual_price(agreement_number, product, currency_code, exchange_rate) * (1 - s.discount_percentage * 0.01), 2)
    ELSE coalesce(
      (SELECT i.sales_price FROM product_special_price_in_currency i
        WHERE i.agreement = agreement_number AND i.special_price_number = s.number AND i.currency = currency_code),
      from_base(s.sales_price_base_currency, exchange_rate)) END
  FROM customer c
  JOIN product_special_price s ON s.agreement = agreement_number AND s.price_group_number = c.price_group_number AND s.product_number = product
  WHERE c.agreement = agreement_number AND c.number = customer
$$;

-- The price of a line that brings none (rule 11.4); gross where prices include VAT, for those of products are net.
CREATE FUNCTION default_price(agreement_number int, product text, customer int, currency_code text, exchange_rate numeric, vat_zone int, included boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN included THEN round(p.price * (100 + coalesce(sales_vat_rate(agreement_number, product, vat_zone), 0)) * 0.01, 2) ELSE p.price END
  FROM (SELECT coalesce(special_price(agreement_number, product, customer, currency_code, exchange_rate),
    usual_price(agreement_number, product, currency_code, exchange_rate), 0) AS price) AS p
$$;

-- The discount of a line that brings none: none off a special price, else that of the discount group, else the customer's.
CREATE FUNCTION default_discount(agreement_number int, product text, customer int, currency_code text, exchange_rate numeric, has_price boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT has_price AND special_price(agreement_number, product, customer, currency_code, exchange_rate) IS NOT NULL THEN NULL
    ELSE coalesce(
      (SELECT d.percent FROM discount d JOIN product p ON p.agreement = agreement_number AND p.number = product
        WHERE d.agreement = agreement_number AND d.discount_group_number = c.discount_group_number AND d.product_group_number = p.product_group_number),
      c.default_discount_pct) END
  FROM customer c WHERE c.agreement = agreement_number AND c.number = customer
$$;

-- Makes the functions of a kind of documents that keep their amounts: `event` is told when lines of documents change.
CREATE FUNCTION keep_document_amounts(documents text, event text) RETURNS void
  LANGUAGE plpgsql AS $make$
BEGIN
  EXECUTE replace(replace($functions$
    -- The lines of documents with what they come to, by VAT code and account as they are now.
    CREATE FUNCTION priced__documents_(agreement_number int, chosen int[])
      RETURNS TABLE (document_id int, number int, shown int, account_number int, vat_code text, vat_rate numeric, net numeric, vat numeric, cost numeric,
        department_number int, accrue_start date, accrue_end date)
      LANGUAGE sql STABLE AS $body$
      WITH line AS MATERIALIZED (
        SELECT l.document_id, l.number, z.account_number, v.code, CASE WHEN v.contra_account_number IS NULL THEN coalesce(v.rate, 0) ELSE 0 END AS rate,
          d.is_vat_included AS included, line_total(l.quantity, l.unit_net_price, l.discount_percentage) AS total,
          l.quantity * coalesce(l.unit_cost_price, 0) AS cost, l.department_number,
          CASE WHEN l.accrue THEN l.accrue_start_date END AS accrue_start, CASE WHEN l.accrue THEN l.accrue_end_date END AS accrue_end,
          row_number() OVER (PARTITION BY l.document_id ORDER BY l.number)::int AS shown,
          row_number() OVER (ORDER BY l.document_id, l.number)::int AS place
        FROM _documents_ d
        JOIN _documents__line l ON l.agreement = agreement_number AND l.document_id = d.number
        LEFT JOIN product p ON p.agreement = agreement_number AND p.number = l.product_number
        LEFT JOIN product_group_zone z ON z.agreement = agreement_number AND z.product_group_number = p.product_group_number AND z.zone = d.vat_zone_number
        LEFT JOIN account a ON a.agreement = agreement_number AND a.number = z.account_number
        LEFT JOIN vat_code v ON v.agreement = agreement_number AND v.code = a.vat_code
        WHERE d.agreement = agreement_number AND d.number = ANY (chosen)
      ), listed AS (
        SELECT array_agg(l.document_id ORDER BY l.place) AS documents, array_agg(l.code ORDER BY l.place) AS codes,
          array_agg(l.rate ORDER BY l.place) AS rates, array_agg(l.included ORDER BY l.place) AS included, array_agg(l.total ORDER BY l.place) AS totals
        FROM line l
      )
      SELECT l.document_id, l.number, l.shown, l.account_number, l.code, l.rate, a.net, a.vat, l.cost, l.department_number, l.accrue_start, l.accrue_end
      FROM line l
      LEFT JOIN (listed CROSS JOIN LATERAL amounts_of_lines(listed.documents, listed.codes, listed.rates, listed.included, listed.totals) AS a)
        ON a.place = l.place
    $body$;

    CREATE FUNCTION recalculate__documents_(agreement_number int, chosen int[]) RETURNS void
      LANGUAGE plpgsql AS $body$
    BEGIN
      -- Writers of one document come one after the other, and each sees the lines of those before it.
      PERFORM 1 FROM _documents_ d WHERE d.agreement = agreement_number AND d.number = ANY (chosen) ORDER BY d.number FOR NO KEY UPDATE;
      WITH priced AS MATERIALIZED (
        SELECT p.*, d.exchange_rate FROM priced__documents_(agreement_number, chosen) p
        JOIN _documents_ d ON d.agreement = agreement_number AND d.number = p.document_id
      ), written AS (
        UPDATE _documents__line l SET user_interface_number = p.shown, vat_code = p.vat_code, vat_rate = p.vat_rate, vat_amount = p.vat, total_net_amount = p.net,
          margin_in_base_currency = in_base(p.net - p.cost, p.exchange_rate),
          margin_percentage = CASE WHEN p.net <> 0 THEN rounded_ratio(100 * (p.net - p.cost), p.net) END
        FROM priced p WHERE l.agreement = agreement_number AND l.document_id = p.document_id AND l.number = p.number
          AND (l.user_interface_number, l.vat_code, l.vat_rate, l.vat_amount, l.total_net_amount, l.margin_in_base_currency, l.margin_percentage)
            IS DISTINCT FROM (p.shown, p.vat_code, p.vat_rate, p.vat, p.net, in_base(p.net - p.cost, p.exchange_rate),
              CASE WHEN p.net <> 0 THEN rounded_ratio(100 * (p.net - p.cost), p.net) END)
      ), posted AS (
        SELECT s.document_id, sum(s.amount) AS amount FROM (
          SELECT p.document_id, in_base(sum(p.net), p.exchange_rate) AS amount FROM priced p WHERE p.net IS NOT NULL
          GROUP BY p.document_id, p.exchange_rate, p.account_number, p.vat_code, p.department_number, p.accrue_start, p.accrue_end
          UNION ALL
          SELECT p.document_id, in_base(sum(p.vat), p.exchange_rate) FROM priced p WHERE p.vat IS NOT NULL
          -- VAT is booked right behind each net that it is the tax of, so each part of it is rounded in base currency by itself: what rounding
          -- leaves of a document follows that (src/sales/invoice-postings.ts).
          GROUP BY p.document_id, p.exchange_rate, p.account_number, p.vat_code, p.department_number, p.accrue_start, p.accrue_end
        ) AS s GROUP BY s.document_id
      ), summed AS (
        SELECT p.document_id, coalesce(sum(p.net + p.vat), 0) AS gross, coalesce(sum(p.vat), 0) AS vat, coalesce(sum(p.cost), 0) AS cost
        FROM priced p GROUP BY p.document_id
      )
      UPDATE _documents_ d SET amount = coalesce(s.gross, 0), vat_amount = coalesce(s.vat, 0),
        amount_in_base_currency = coalesce(in_base(s.gross, d.exchange_rate), 0),
        rounding_amount = coalesce(in_base(s.gross, d.exchange_rate) - b.amount, 0),
        total_cost_price_in_base_currency = coalesce(in_base(s.cost, d.exchange_rate), 0), last_updated = clock_timestamp()
      FROM unnest(chosen) AS c(number) LEFT JOIN summed s ON s.document_id = c.number LEFT JOIN posted b ON b.document_id = c.number
      WHERE d.agreement = agreement_number AND d.number = c.number;
    END
    $body$;

    CREATE FUNCTION _documents__line_written() RETURNS trigger
      LANGUAGE plpgsql AS $body$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(DISTINCT n.document_id) AS documents FROM touched_rows n GROUP BY n.agreement ORDER BY n.agreement LOOP
        _event_
        PERFORM recalculate__documents_(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $body$;
    CREATE FUNCTION _documents__written() RETURNS trigger
      LANGUAGE plpgsql AS $body$
    DECLARE
      touched record;
    BEGIN
      FOR touched IN SELECT n.agreement, array_agg(n.number) AS documents FROM touched_rows n GROUP BY n.agreement ORDER BY n.agreement LOOP
        PERFORM recalculate__documents_(touched.agreement, touched.documents);
      END LOOP;
      RETURN NULL;
    END
    $body$;
    -- Not where the amounts themselves are written, nor where a line goes with its document.
    CREATE TRIGGER _documents__line_made AFTER INSERT ON _documents__line REFERENCING NEW TABLE AS touched_rows
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION _documents__line_written();
    CREATE TRIGGER _documents__line_changed AFTER UPDATE ON _documents__line REFERENCING NEW TABLE AS touched_rows
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION _documents__line_written();
    CREATE TRIGGER _documents__line_deleted AFTER DELETE ON _documents__line REFERENCING OLD TABLE AS touched_rows
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION _documents__line_written();
    CREATE TRIGGER _documents__changed AFTER UPDATE ON _documents_ REFERENCING NEW TABLE AS touched_rows
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION _documents__written();
  $functions$, '_event_', CASE WHEN event IS NULL THEN '' ELSE replace($told$
        -- A document that this very transaction has made or changed is told of already.
        PERFORM emit_events(touched.agreement, '_event_', array_agg(jsonb_build_object('OLDNUMBER', d.number::text, 'NEWNUMBER', d.number::text) ORDER BY d.number))
          FROM _documents_ d WHERE d.agreement = touched.agreement AND d.number = ANY (touched.documents)
            AND d.xmin::text <> pg_current_xact_id_if_assigned()::xid::text
          HAVING count(*) > 0;$told$, '_event_', event) END), '_documents_', documents);
END
$make$;
SELECT keep_document_amounts('draft_invoice', NULL), keep_document_amounts('sales_order', 'ORDER_UPDATED'), keep_document_amounts('sales_quote', 'QUOTATION_UPDATED');
DROP FUNCTION keep_document_amounts;
