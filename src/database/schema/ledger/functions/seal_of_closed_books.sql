CREATE OR REPLACE FUNCTION seal_of_closed_books(agreement_number int, closed_year text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(
    seal_of_closed_year(agreement_number, closed_year) || coalesce(string_agg(E'\n' || d.day || ' ' || d.hash, ''
      ORDER BY d.day), '') || coalesce((
      SELECT E'\nkeys ' || encode(sha256(convert_to(string_agg(concat(c.entry_number, ' ', c.dimension_number, ' ',
        c.dimension_key), E'\n' ORDER BY c.entry_number, c.dimension_number), 'UTF8')), 'hex')
      FROM changed_dimension c JOIN booked_entry e ON e.agreement = agreement_number AND e.entry_number = c.entry_number
      WHERE c.agreement = agreement_number AND e.accounting_year = closed_year
    ), ''), 'UTF8')), 'hex')
  FROM (
    SELECT to_char(m.date, 'YYYY-MM-DD') COLLATE "C" AS day,
      encode(sha256(convert_to(string_agg(concat(m.number, ' ', m.debit_entry, ' ',
      m.credit_entry, ' ', m.amount, ' ', m.debit_amount, ' ', m.credit_amount, ' ', m.booking, ' ', m.belongs_to, ' ',
        m.takes_back),
      E'\n' ORDER BY m.number), 'UTF8')), 'hex') AS hash
    FROM entry_match m
    WHERE m.agreement = agreement_number
      AND m.date >= (SELECT y.date_from FROM accounting_year y WHERE y.agreement = agreement_number
        AND y.year = closed_year)
      AND m.date <= (SELECT y.date_to FROM accounting_year y WHERE y.agreement = agreement_number
        AND y.year = closed_year)
    GROUP BY m.date
  ) AS d
$$;

COMMENT ON FUNCTION seal_of_closed_books(int, text) IS
  'Reports of a closed year rely on the matches that count from its days, and on the keys of dimensions that were '
  'changed on its entries. Its seal covers them too, beside the chart and the names (seal_of_closed_year).';
