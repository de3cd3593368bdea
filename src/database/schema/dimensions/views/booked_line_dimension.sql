CREATE OR REPLACE VIEW booked_line_dimension AS
  SELECT l.agreement, i.invoice_number, l.number AS line_number, 1 AS dimension_number,
    l.department_number AS dimension_key, 0::bigint AS object_version
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id
      WHERE l.department_number IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 1, l.departmental_distribution_number, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id
    WHERE l.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 2, l.dimension2_key, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id
      WHERE l.dimension2_key IS NOT NULL
  UNION ALL SELECT l.agreement, i.invoice_number, l.number, 3, l.dimension3_key, 0
    FROM booked_invoice_line l JOIN booked_invoice i ON i.agreement = l.agreement AND i.number = l.document_id
      WHERE l.dimension3_key IS NOT NULL;

COMMENT ON VIEW booked_line_dimension IS 'The keys of dimensions that lines of booked invoices have.';
