CREATE OR REPLACE FUNCTION keep_chart_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO closed_account (agreement, accounting_year, number, name, type, is_credit, total_from_account_number,
    total_intervals, key_figure_code_number)
  SELECT a.agreement, NEW.year, a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals,
    a.key_figure_code_number
  FROM account a WHERE a.agreement = NEW.agreement;
  INSERT INTO closed_vat_code (agreement, accounting_year, code, name, type, rate, account_number,
    contra_account_number, deductible_percentage)
  SELECT v.agreement, NEW.year, v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number,
    v.deductible_percentage
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

COMMENT ON FUNCTION keep_chart_of_closed_year() IS
  'Keeps the chart with the year that is being closed, whoever closes it.';
