CREATE OR REPLACE FUNCTION price_changed_time() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  worth record;
BEGIN
  PERFORM FROM mileage_setup s WHERE s.agreement = NEW.agreement FOR SHARE;
  SELECT round(price_on(NEW.date, m.cut_off_date, m.cost_price_before, m.cost_price_after)
      * (1 + coalesce(a.cost_price_markup_percentage, 0) * 0.01) * coalesce(NEW.number_of_hours, 0), 2) AS cost_price,
    CASE WHEN ag.type = 1 AND pg.type = 2 THEN r.rate END AS sales_rate,
    CASE WHEN ag.type = 1 AND pg.type = 2 THEN round(r.rate * coalesce(NEW.number_of_hours, 0), 2)
      ELSE 0 END AS sales_price
  INTO worth
  FROM employee m
  JOIN activity a ON a.agreement = NEW.agreement AND a.number = NEW.activity_number
  JOIN activity_group ag ON ag.agreement = NEW.agreement AND ag.number = a.group_number
  JOIN project p ON p.agreement = NEW.agreement AND p.number = NEW.project_number
  JOIN project_group pg ON pg.agreement = NEW.agreement AND pg.number = p.project_group_number
  CROSS JOIN LATERAL (SELECT coalesce(price_on(NEW.date, a.cutoff_date, a.sales_price_before, a.sales_price_after),
    price_on(NEW.date, m.cut_off_date, m.sales_price_before, m.sales_price_after)) AS rate) AS r
  WHERE m.agreement = NEW.agreement AND m.number = NEW.employee_number;
  IF FOUND THEN
    NEW.cost_price := worth.cost_price;
    NEW.sales_price := worth.sales_price;
    NEW.sales_rate := worth.sales_rate;
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION price_changed_time() IS
  'Prices changed hours as they are written. A second update of the row would check its foreign keys once more, and '
  'so wait for an employee whose price is being changed: his update waits for the row. Says the same as '
  'time_entry_worth, of values that are not in the table yet.';
