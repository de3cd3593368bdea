CREATE OR REPLACE VIEW booked_entry_dimension AS
  SELECT b.agreement, b.entry_number, b.dimension_number, b.dimension_key, 0::bigint AS object_version
    FROM booked_dimension b WHERE NOT EXISTS (SELECT FROM changed_dimension c
      WHERE c.agreement = b.agreement AND c.entry_number = b.entry_number AND c.dimension_number = b.dimension_number)
  UNION ALL SELECT c.agreement, c.entry_number, c.dimension_number, c.dimension_key, c.object_version
    FROM changed_dimension c WHERE c.dimension_key IS NOT NULL;

COMMENT ON VIEW booked_entry_dimension IS 'The keys of dimensions that booked entries have today; it can be written.';

CREATE OR REPLACE TRIGGER booked_entry_dimension_written INSTEAD OF INSERT OR DELETE OR UPDATE ON booked_entry_dimension
  FOR EACH ROW EXECUTE FUNCTION write_booked_dimension();
