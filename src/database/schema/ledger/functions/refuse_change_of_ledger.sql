CREATE OR REPLACE FUNCTION refuse_change_of_ledger() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: booked rows are never changed or removed; correct them with a reversing voucher',
    TG_OP, name_of_table(TG_TABLE_NAME)
    USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_immutable';
END
$$;

COMMENT ON FUNCTION refuse_change_of_ledger() IS
  'What stands for good is never changed or removed, not even by the owner of the tables: booked entries, bookings, '
  'seals, logs. UPDATE stays granted to the owner, because the foreign keys'' own row locks need it; this refuses '
  'it.';
