CREATE OR REPLACE VIEW time_entry_worth AS
  SELECT t.agreement, t.number,
    round(price_on(t.date, m.cut_off_date, m.cost_price_before, m.cost_price_after)
      * (1 + coalesce(a.cost_price_markup_percentage, 0) * 0.01) * coalesce(t.number_of_hours, 0), 2) AS cost_price,
    CASE WHEN ag.type = 1 AND pg.type = 2 THEN round(r.rate * coalesce(t.number_of_hours, 0), 2)
      ELSE 0 END AS sales_price,
    CASE WHEN ag.type = 1 AND pg.type = 2 THEN r.rate END AS sales_rate
  FROM time_entry t
  JOIN employee m ON m.agreement = t.agreement AND m.number = t.employee_number
  JOIN activity a ON a.agreement = t.agreement AND a.number = t.activity_number
  JOIN activity_group ag ON ag.agreement = t.agreement AND ag.number = a.group_number
  JOIN project p ON p.agreement = t.agreement AND p.number = t.project_number
  JOIN project_group pg ON pg.agreement = t.agreement AND pg.number = p.project_group_number
  CROSS JOIN LATERAL (SELECT coalesce(price_on(t.date, a.cutoff_date, a.sales_price_before, a.sales_price_after),
    price_on(t.date, m.cut_off_date, m.sales_price_before, m.sales_price_after)) AS rate) AS r;

COMMENT ON VIEW time_entry_worth IS 'What time entries are worth as prices are now.';
