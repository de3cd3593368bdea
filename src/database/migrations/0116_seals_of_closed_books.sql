-- Reports of a closed year rely on the matches that count from its days, and on the keys of dimensions that were changed on its entries. Its seal
-- covers them too, beside the chart and the names (0017). Years that were closed before keep the seal they have.
CREATE FUNCTION seal_of_closed_books(agreement_number int, closed_year text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(
    seal_of_closed_year(agreement_number, closed_year) || coalesce(string_agg(E'\n' || d.day || ' ' || d.hash, '' ORDER BY d.day), '') || coalesce((
      SELECT E'\nkeys ' || encode(sha256(convert_to(string_agg(concat(c.entry_number, ' ', c.dimension_number, ' ', c.dimension_key),
        E'\n' ORDER BY c.entry_number, c.dimension_number), 'UTF8')), 'hex')
      FROM changed_dimension c JOIN booked_entry e ON e.agreement = agreement_number AND e.entry_number = c.entry_number
      WHERE c.agreement = agreement_number AND e.accounting_year = closed_year
    ), ''), 'UTF8')), 'hex')
  FROM (
    SELECT to_char(m.date, 'YYYY-MM-DD') COLLATE "C" AS day, encode(sha256(convert_to(string_agg(concat(m.number, ' ', m.debit_entry, ' ',
      m.credit_entry, ' ', m.amount, ' ', m.debit_amount, ' ', m.credit_amount, ' ', m.booking, ' ', m.belongs_to, ' ', m.takes_back),
      E'\n' ORDER BY m.number), 'UTF8')), 'hex') AS hash
    FROM entry_match m
    WHERE m.agreement = agreement_number
      AND m.date >= (SELECT y.date_from FROM accounting_year y WHERE y.agreement = agreement_number AND y.year = closed_year)
      AND m.date <= (SELECT y.date_to FROM accounting_year y WHERE y.agreement = agreement_number AND y.year = closed_year)
    GROUP BY m.date
  ) AS d
$$;

CREATE OR REPLACE FUNCTION keep_chart_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO closed_account (agreement, accounting_year, number, name, type, is_credit, total_from_account_number, total_intervals,
    key_figure_code_number)
  SELECT a.agreement, NEW.year, a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals,
    a.key_figure_code_number
  FROM account a WHERE a.agreement = NEW.agreement;
  INSERT INTO closed_vat_code (agreement, accounting_year, code, name, type, rate, account_number, contra_account_number)
  SELECT v.agreement, NEW.year, v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number
  FROM vat_code v WHERE v.agreement = NEW.agreement;
  INSERT INTO closed_party (agreement, accounting_year, party, number, date_to, name)
  SELECT NEW.agreement, NEW.year, b.party, b.number, NEW.date_to, b.name
  FROM (
    SELECT 'customer' AS party, c.number, c.name FROM booked_reference r
    JOIN customer c ON c.agreement = NEW.agreement AND c.number = r.customer_number
    WHERE r.agreement = NEW.agreement AND r.customer_number IS NOT NULL
    UNION ALL
    SELECT 'supplier', s.number, s.name FROM booked_reference r
    JOIN supplier s ON s.agreement = NEW.agreement AND s.number = r.supplier_number
    WHERE r.agreement = NEW.agreement AND r.supplier_number IS NOT NULL
  ) AS b
  LEFT JOIN LATERAL (
    SELECT p.name FROM closed_party p WHERE p.agreement = NEW.agreement AND p.party = b.party AND p.number = b.number
    ORDER BY p.date_to DESC LIMIT 1
  ) AS known ON true
  WHERE b.name IS DISTINCT FROM known.name;
  NEW.seal := seal_of_closed_books(NEW.agreement, NEW.year);
  RETURN NEW;
END
$$;
