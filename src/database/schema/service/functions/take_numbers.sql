CREATE OR REPLACE FUNCTION take_numbers(agreement_number int, counter_name text, amount int) RETURNS int
  LANGUAGE sql AS $$
  INSERT INTO counter AS c (agreement, name, value) VALUES (agreement_number, counter_name, amount)
  ON CONFLICT (agreement, name) DO UPDATE SET value = c.value + amount
  RETURNING value - amount + 1
$$;

COMMENT ON FUNCTION take_numbers(int, text, int) IS
  'Takes `amount` numbers of a kind and answers the first. The row stays locked until the transaction ends: numbers '
  'come without gaps, and a transaction that fails uses none up.';
