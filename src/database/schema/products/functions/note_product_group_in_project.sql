CREATE OR REPLACE FUNCTION note_product_group_in_project() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_in_project := NEW.project_account_number IS NOT NULL;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION note_product_group_in_project() IS 'A group is in projects where it has an account for them.';
