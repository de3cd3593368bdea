CREATE OR REPLACE FUNCTION price_registrations(kind text, agreement_number int, numbers int[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF kind = 'time_entry' THEN
    UPDATE time_entry t SET cost_price = w.cost_price, sales_price = w.sales_price, sales_rate = w.sales_rate
      FROM unnest(numbers) AS n(number)
      CROSS JOIN LATERAL (SELECT * FROM time_entry_worth w WHERE w.agreement = agreement_number
        AND w.number = n.number OFFSET 0) AS w
      WHERE t.agreement = agreement_number AND t.number = n.number AND NOT t.is_approved
        AND (t.cost_price, t.sales_price, t.sales_rate) IS DISTINCT FROM (w.cost_price, w.sales_price, w.sales_rate);
  ELSE
    UPDATE mileage t SET cost_rate = w.cost_rate, cost_price = w.cost_price, sales_rate = w.sales_rate,
      sales_price = w.sales_price
      FROM unnest(numbers) AS n(number)
      CROSS JOIN LATERAL (SELECT * FROM mileage_worth w WHERE w.agreement = agreement_number
        AND w.number = n.number OFFSET 0) AS w
      WHERE t.agreement = agreement_number AND t.number = n.number AND NOT t.is_approved
        AND (t.cost_rate, t.cost_price, t.sales_rate, t.sales_price)
          IS DISTINCT FROM (w.cost_rate, w.cost_price, w.sales_rate, w.sales_price);
  END IF;
END
$$;

COMMENT ON FUNCTION price_registrations(text, int, int[]) IS
  'Prices registrations of the table: those that are not approved, of the numbers given, one by one along the keys. '
  'The planner, which knows nothing of a fresh agreement, would else compare every number with every other.';
