CREATE OR REPLACE VIEW summary_account AS
  SELECT g.agreement, g.account_number, 'customer_group' AS of_table, g.number FROM customer_group g
  UNION ALL SELECT g.agreement, g.account_number, 'supplier_group', g.number FROM supplier_group g;

COMMENT ON VIEW summary_account IS
  'The accounts that open items of parties stand on. None of them is posted to by itself.';
