CREATE OR REPLACE FUNCTION begin_journal_version() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.next_voucher_number := greatest(NEW.next_voucher_number, OLD.next_voucher_number);
  END IF;
  NEW.first_of_version := NEW.next_voucher_number;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION begin_journal_version() IS
  'Taking a voucher number changes no objectVersion of the journal, so a PUT may bring a next number that was read '
  'before some were given out. What it was when the version began tells such a one from a lower number that is '
  'meant.';
