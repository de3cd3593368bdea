CREATE OR REPLACE VIEW mileage_worth AS
  SELECT t.agreement, t.number, r.cost_rate, round(r.cost_rate * t.distance, 2) AS cost_price,
    r.sales_rate, CASE WHEN pg.type = 2 THEN round(r.sales_rate * t.distance, 2) ELSE 0 END AS sales_price
  FROM mileage t
  JOIN mileage_setup s ON s.agreement = t.agreement
  JOIN project p ON p.agreement = t.agreement AND p.number = t.project_number
  JOIN project_group pg ON pg.agreement = t.agreement AND pg.number = p.project_group_number
  CROSS JOIN LATERAL (SELECT price_on(t.date, s.cut_off_date, s.cost_rate_before, s.cost_rate_after) AS cost_rate,
    price_on(t.date, s.cut_off_date, s.sales_rate_before, s.sales_rate_after) AS sales_rate) AS r;

COMMENT ON VIEW mileage_worth IS 'What mileages are worth as prices are now.';
