CREATE OR REPLACE FUNCTION add_totals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  WITH daily AS MATERIALIZED (
    SELECT i.agreement, i.accounting_year, i.date, i.account_number, i.type IN (7, 8) AS is_opening,
      sum(i.amount_in_base_currency) AS amount, sum(greatest(i.amount_in_base_currency, 0)) AS debit
    FROM inserted i
    GROUP BY i.agreement, i.accounting_year, i.date, i.account_number, i.type IN (7, 8)
  ), days AS (
    INSERT INTO day_total AS t (agreement, date, account_number, debit, credit)
    SELECT d.agreement, d.date, d.account_number, d.debit, d.debit - d.amount
    FROM daily d
    WHERE NOT d.is_opening
    ON CONFLICT (agreement, date, account_number) DO UPDATE
      SET debit = t.debit + excluded.debit, credit = t.credit + excluded.credit
  )
  INSERT INTO period_total AS t (agreement, accounting_year, period_number, account_number, opening, debit, credit)
  SELECT d.agreement, d.accounting_year, p.period_number, d.account_number,
    coalesce(sum(d.amount) FILTER (WHERE d.is_opening), 0),
    coalesce(sum(d.debit) FILTER (WHERE NOT d.is_opening), 0),
    coalesce(sum(d.debit - d.amount) FILTER (WHERE NOT d.is_opening), 0)
  FROM daily d
  LEFT JOIN accounting_period p ON p.agreement = d.agreement AND p.year = d.accounting_year
    AND d.date BETWEEN p.date_from AND p.date_to
  GROUP BY d.agreement, d.accounting_year, p.period_number, d.account_number
  ON CONFLICT (agreement, accounting_year, period_number, account_number) DO UPDATE
    SET opening = t.opening + excluded.opening, debit = t.debit + excluded.debit, credit = t.credit + excluded.credit;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION add_totals() IS
  'Adds booked entries to the totals of days and periods, in the statement that writes them.';
