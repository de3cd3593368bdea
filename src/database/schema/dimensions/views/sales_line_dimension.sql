CREATE OR REPLACE VIEW sales_line_dimension AS
  SELECT l.agreement, l.document_id AS document_number, l.number AS line_number, 1 AS dimension_number,
    l.department_number AS dimension_key, l.object_version FROM open_sales_line l WHERE l.department_number IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 1, l.departmental_distribution_number, l.object_version
    FROM open_sales_line l WHERE l.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 2, l.dimension2_key, l.object_version FROM open_sales_line l
    WHERE l.dimension2_key IS NOT NULL
  UNION ALL SELECT l.agreement, l.document_id, l.number, 3, l.dimension3_key, l.object_version FROM open_sales_line l
    WHERE l.dimension3_key IS NOT NULL;

COMMENT ON VIEW sales_line_dimension IS
  'The keys of dimensions that lines of open sales documents have; it can be written.';

CREATE OR REPLACE TRIGGER sales_line_dimension_written INSTEAD OF INSERT OR DELETE OR UPDATE ON sales_line_dimension
  FOR EACH ROW EXECUTE FUNCTION write_sales_dimension();
