-- Imports and bookings that write many rows at once, faster.

-- How many rows a table has is all that plans by keys turn on: it is counted without its values being looked at, which takes milliseconds. As with
-- `analyze_tables`, only the owner may. A table that somebody looks at already is left.
CREATE FUNCTION count_tables(VARIADIC tables regclass[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  counted regclass;
BEGIN
  FOREACH counted IN ARRAY tables LOOP
    -- Of `agreement` no statistics are kept (0007).
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s (agreement)', counted);
  END LOOP;
END
$$;

-- Implied by the keys that booked entries have: totals are written by them alone. In a transaction with several bookings every change of a total that one
-- of them has made was looked up again.
ALTER TABLE day_total DROP CONSTRAINT day_total_account_number_fk;
ALTER TABLE period_total DROP CONSTRAINT period_total_account_number_fk;
