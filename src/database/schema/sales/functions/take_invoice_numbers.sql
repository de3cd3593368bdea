CREATE OR REPLACE FUNCTION take_invoice_numbers(agreement_number int, amount int) RETURNS int
  LANGUAGE sql AS $$
  INSERT INTO counter AS c (agreement, name, value)
  SELECT agreement_number, 'invoice', n.start - 1 + amount
  FROM (SELECT coalesce((SELECT s.next_invoice_number FROM sales_setup s WHERE s.agreement = agreement_number), 1)
    AS start) AS n
  ON CONFLICT (agreement, name) DO UPDATE SET value = greatest(c.value, EXCLUDED.value - amount) + amount
  RETURNING value - amount + 1
$$;

COMMENT ON FUNCTION take_invoice_numbers(int, int) IS
  'Takes `amount` invoice numbers that follow each other and answers the first: after the last, or from where '
  'sales_setup says that the series goes on. As take_numbers, a transaction that fails uses none up.';
