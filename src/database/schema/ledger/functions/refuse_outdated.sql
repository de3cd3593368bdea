CREATE OR REPLACE FUNCTION refuse_outdated(is_outdated boolean) RETURNS boolean
  LANGUAGE plpgsql AS $$
BEGIN
  IF is_outdated THEN
    RAISE EXCEPTION 'what was looked up before is outdated' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN true;
END
$$;

COMMENT ON FUNCTION refuse_outdated(boolean) IS
  'Draft entries that were checked against remembered master data are written only where it is still true. Where it '
  'is not, the transaction fails as one that another got in the way of: it is simply tried again, with everything '
  'looked up.';
