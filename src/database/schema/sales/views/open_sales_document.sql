CREATE OR REPLACE VIEW open_sales_document AS
  SELECT d.agreement, d.number FROM draft_invoice d
  UNION ALL SELECT d.agreement, d.number FROM sales_order d WHERE d.status <> 'archived'
  UNION ALL SELECT d.agreement, d.number FROM sales_quote d WHERE d.status <> 'archived';

COMMENT ON VIEW open_sales_document IS
  'Documents that can still be changed: one that became another under the same number is that one.';
