CREATE OR REPLACE FUNCTION write_draft_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  owner record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  before int := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.dimension_key END;
  after int := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.dimension_key END;
  is_shared boolean := is_distribution_key(owner.agreement, owner.dimension_number, after);
BEGIN
  UPDATE draft_entry d SET
    department_number = CASE WHEN owner.dimension_number <> 1 THEN d.department_number WHEN NOT is_shared
      THEN after END,
    departmental_distribution_number = CASE WHEN owner.dimension_number <> 1 THEN d.departmental_distribution_number
      WHEN is_shared THEN after END,
    dimension2_key = CASE owner.dimension_number WHEN 2 THEN after ELSE d.dimension2_key END,
    dimension3_key = CASE owner.dimension_number WHEN 3 THEN after ELSE d.dimension3_key END,
    object_version = nextval('object_version'), last_updated = clock_timestamp()
  WHERE d.agreement = owner.agreement AND d.journal_number = owner.journal_number
    AND d.entry_number = owner.entry_number
    AND CASE owner.dimension_number WHEN 1 THEN coalesce(d.department_number, d.departmental_distribution_number)
      WHEN 2 THEN d.dimension2_key ELSE d.dimension3_key END IS NOT DISTINCT FROM before;
  PERFORM refuse_changed_meanwhile(FOUND, 'draft entry ' || owner.entry_number);
  RETURN owner;
END
$$;

COMMENT ON FUNCTION write_draft_dimension() IS 'Gives a draft entry a key of a dimension, in the column that has it.';
