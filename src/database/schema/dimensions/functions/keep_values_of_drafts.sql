CREATE OR REPLACE FUNCTION keep_values_of_drafts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.dimension_number <> 1 THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'department_number' THEN
    PERFORM 1 FROM draft_entry d WHERE d.agreement = OLD.agreement AND d.department_number = OLD.number LIMIT 1
      FOR KEY SHARE;
  ELSE
    PERFORM 1 FROM draft_entry d WHERE d.agreement = OLD.agreement AND d.departmental_distribution_number = OLD.number
      LIMIT 1 FOR KEY SHARE;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'a draft entry names key % of dimension 1, which is being deleted', OLD.number
      USING ERRCODE = 'foreign_key_violation',
      CONSTRAINT = 'draft_entry_' || TG_ARGV[0] || '_fk', TABLE = 'draft_entry';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION keep_values_of_drafts() IS
  'What draft entries name is kept where it is deleted as one of its dimension, too.';
