CREATE OR REPLACE VIEW draft_entry_dimension AS
  SELECT d.agreement, d.journal_number, d.entry_number, 1 AS dimension_number, d.department_number AS dimension_key,
    d.object_version
    FROM draft_entry d WHERE d.department_number IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 1, d.departmental_distribution_number,
    d.object_version
    FROM draft_entry d WHERE d.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 2, d.dimension2_key, d.object_version
    FROM draft_entry d WHERE d.dimension2_key IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 3, d.dimension3_key, d.object_version
    FROM draft_entry d WHERE d.dimension3_key IS NOT NULL;

COMMENT ON VIEW draft_entry_dimension IS 'The keys of dimensions that draft entries have; it can be written.';

CREATE OR REPLACE TRIGGER draft_entry_dimension_written INSTEAD OF INSERT OR DELETE OR UPDATE ON draft_entry_dimension
  FOR EACH ROW EXECUTE FUNCTION write_draft_dimension();
