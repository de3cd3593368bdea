CREATE OR REPLACE VIEW automatic_account AS
  SELECT v.agreement, v.account_number FROM vat_code v
  UNION ALL SELECT v.agreement, v.contra_account_number FROM vat_code v WHERE v.contra_account_number IS NOT NULL
  UNION ALL SELECT s.agreement, s.account_number FROM system_account s
  UNION ALL SELECT g.agreement, a.number FROM activity_group g CROSS JOIN LATERAL unnest(ARRAY[g.cost_account_ongoing,
    g.cost_contra_account_ongoing, g.cost_account_closed, g.sales_account_ongoing, g.sales_contra_account_ongoing,
      g.sales_account_closed]) AS a(number)
  UNION ALL SELECT g.agreement, a.number FROM project_group g CROSS JOIN LATERAL unnest(ARRAY[g.cost_account_ongoing,
    g.cost_contra_account_ongoing, g.cost_account_closed, g.sales_account_ongoing, g.sales_contra_account_ongoing,
      g.sales_account_closed]) AS a(number)
  UNION ALL SELECT g.agreement, a.number FROM cost_type_group g
    CROSS JOIN LATERAL unnest(ARRAY[g.account_on_going, g.account_closed]) AS a(number)
  UNION ALL SELECT s.agreement, a.number FROM mileage_setup s
    CROSS JOIN LATERAL unnest(ARRAY[s.cost_account, s.contra_account, s.cost_account_closed]) AS a(number)
    WHERE a.number IS NOT NULL;

COMMENT ON VIEW automatic_account IS
  'Accounts that are posted to by themselves: those of VAT codes, system accounts, and groups of projects.';
