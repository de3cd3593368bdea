CREATE OR REPLACE VIEW booked_dimension AS
  SELECT e.agreement, e.entry_number, 1 AS dimension_number, e.department_number AS dimension_key
    FROM booked_entry e WHERE e.department_number IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 1, e.departmental_distribution_number
    FROM booked_entry e WHERE e.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 2, e.dimension2_key FROM booked_entry e
    WHERE e.dimension2_key IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 3, e.dimension3_key FROM booked_entry e
    WHERE e.dimension3_key IS NOT NULL;

COMMENT ON VIEW booked_dimension IS 'The keys of dimensions that entries were booked with.';
