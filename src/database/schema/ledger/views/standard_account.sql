CREATE OR REPLACE VIEW standard_account AS
SELECT a.agreement, s.number, s.name, s.is_sum
FROM agreement a CROSS JOIN (
  SELECT r.number, r.name, r.is_sum FROM standard_account_of_result r
  UNION ALL SELECT b.number, b.name, b.is_sum FROM standard_account_of_balance b
) s;

COMMENT ON VIEW standard_account IS
  'The public Danish standard chart of accounts (MONTH.md 7), the same for everybody.';
