CREATE OR REPLACE FUNCTION refuse_other_forms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_double boolean;
  -- Contacts have their names within a party, while they are not deleted.
  is_same text := CASE WHEN TG_NARGS = 2 THEN 'true' ELSE format(
    'x.%1$I = n.%1$I AND NOT x.is_deleted AND NOT n.is_deleted', TG_ARGV[2]) END;
  is_new text := CASE WHEN TG_OP = 'INSERT' THEN 'true' ELSE format(
    'NOT EXISTS (SELECT FROM old_rows o WHERE o.agreement = n.agreement AND o.%1$I = n.%1$I)', TG_ARGV[0]) END;
BEGIN
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM new_rows n JOIN %1$I x ON x.agreement = n.agreement AND fold(x.%2$I) = fold(n.%2$I)
       AND NOT (x.%2$I IS NFC NORMALIZED AND n.%2$I IS NFC NORMALIZED) WHERE x.%2$I <> n.%2$I AND %3$s AND %4$s)',
    name_of_table(TG_TABLE_NAME), TG_ARGV[0], is_same, is_new) INTO is_double;
  IF is_double THEN
    RAISE unique_violation USING TABLE = name_of_table(TG_TABLE_NAME), CONSTRAINT = TG_ARGV[1],
      MESSAGE = format('another row of %s has this %s in another Unicode form', name_of_table(TG_TABLE_NAME),
        TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refuse_other_forms() IS
  'Refuses a text that another row has in another Unicode form. The unique index keeps what is in NFC apart, and lets '
  'doubles be that are older than the rule. This runs behind the trigger of the trail, which has made writers of an '
  'agreement wait for each other, and so sees what the one before has written.';
