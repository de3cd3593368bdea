CREATE OR REPLACE VIEW open_sales_line AS
  SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number,
    l.dimension2_key, l.dimension3_key, l.object_version
    FROM draft_invoice_line l
  UNION ALL SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number,
    l.dimension2_key, l.dimension3_key, l.object_version FROM sales_order_line l WHERE l.document_status <> 'archived'
  UNION ALL SELECT l.agreement, l.document_id, l.number, l.department_number, l.departmental_distribution_number,
    l.dimension2_key, l.dimension3_key, l.object_version FROM sales_quote_line l WHERE l.document_status <> 'archived';

COMMENT ON VIEW open_sales_line IS 'Lines that can still be changed: those of open documents.';
