-- What was booked stays what it was (rule 5.2): what figures depend on is fixed once it is booked with, and nothing but its own
-- parties posts to a summary account. The rules of the resources say so with codes of their own; these decide races, and stand below whatever
-- writes.

-- Waits for a booking under way, and keeps the next one waiting: what is looked at afterwards is so until the end of the transaction.
CREATE FUNCTION hold_ledger(agreement_number int) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agreement a WHERE a.agreement = agreement_number FOR NO KEY UPDATE;
END
$$;

CREATE FUNCTION keep_type_of_booked_account() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM booked_reference r WHERE r.agreement = NEW.agreement AND r.account_number = NEW.number) THEN
    RAISE EXCEPTION 'account % of agreement % has booked entries and keeps its type', NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'account_type_kept';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_type_kept AFTER UPDATE ON account
  FOR EACH ROW WHEN (OLD.type <> NEW.type) EXECUTE FUNCTION keep_type_of_booked_account();

CREATE FUNCTION keep_booked_vat_code() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM booked_reference r WHERE r.agreement = NEW.agreement AND r.vat_code = NEW.code) THEN
    RAISE EXCEPTION 'VAT code % of agreement % has booked entries and keeps its type, rate and accounts', NEW.code, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'vat_code_kept';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER vat_code_kept AFTER UPDATE ON vat_code
  FOR EACH ROW WHEN (OLD.type <> NEW.type OR OLD.rate <> NEW.rate OR OLD.account_number <> NEW.account_number
    OR OLD.contra_account_number IS DISTINCT FROM NEW.contra_account_number)
  EXECUTE FUNCTION keep_booked_vat_code();

-- A party with open items keeps its group, and a group with open items its account.
CREATE FUNCTION keep_group_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (SELECT FROM open_item o WHERE o.agreement = NEW.agreement AND o.remainder <> 0 AND CASE TG_TABLE_NAME
    WHEN 'customer' THEN o.customer_number = NEW.number ELSE o.supplier_number = NEW.number END) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its group', TG_TABLE_NAME, NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_group_kept';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER customer_group_kept AFTER UPDATE ON customer
  FOR EACH ROW WHEN (OLD.group_number <> NEW.group_number) EXECUTE FUNCTION keep_group_of_open_items();
CREATE TRIGGER supplier_group_kept AFTER UPDATE ON supplier
  FOR EACH ROW WHEN (OLD.group_number <> NEW.group_number) EXECUTE FUNCTION keep_group_of_open_items();

CREATE FUNCTION keep_account_of_open_items() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_ledger(NEW.agreement);
  IF EXISTS (
    SELECT FROM customer c JOIN open_item o ON o.agreement = NEW.agreement AND o.customer_number = c.number AND o.remainder <> 0
    WHERE TG_TABLE_NAME = 'customer_group' AND c.agreement = NEW.agreement AND c.group_number = NEW.number
  ) OR EXISTS (
    SELECT FROM supplier s JOIN open_item o ON o.agreement = NEW.agreement AND o.supplier_number = s.number AND o.remainder <> 0
    WHERE TG_TABLE_NAME = 'supplier_group' AND s.agreement = NEW.agreement AND s.group_number = NEW.number
  ) THEN
    RAISE EXCEPTION '% % of agreement % has open items and keeps its account', TG_TABLE_NAME, NEW.number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_account_kept';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER customer_group_account_kept AFTER UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_account_of_open_items();
CREATE TRIGGER supplier_group_account_kept AFTER UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_account_of_open_items();

-- Summary accounts, and accounts that are posted to by themselves: VAT accounts and system accounts. No account is both.
CREATE VIEW summary_account AS
  SELECT g.agreement, g.account_number, 'customer_group' AS of_table, g.number FROM customer_group g
  UNION ALL SELECT g.agreement, g.account_number, 'supplier_group', g.number FROM supplier_group g;
CREATE VIEW automatic_account AS
  SELECT v.agreement, v.account_number FROM vat_code v
  UNION ALL SELECT v.agreement, v.contra_account_number FROM vat_code v WHERE v.contra_account_number IS NOT NULL
  UNION ALL SELECT s.agreement, s.account_number FROM system_account s;

CREATE FUNCTION keep_off_summary_accounts() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  shared record;
BEGIN
  FOR touched IN SELECT DISTINCT n.agreement FROM new_rows n LOOP
    PERFORM hold_ledger(touched.agreement);
    IF TG_TABLE_NAME = 'vat_code' THEN
      SELECT s.account_number INTO shared FROM summary_account s
        WHERE s.agreement = touched.agreement AND (s.account_number IN (SELECT n.account_number FROM new_rows n)
          OR s.account_number IN (SELECT n.contra_account_number FROM new_rows n)) LIMIT 1;
    ELSE
      SELECT s.account_number INTO shared FROM summary_account s
        WHERE s.agreement = touched.agreement AND s.account_number IN (SELECT n.account_number FROM new_rows n) LIMIT 1;
    END IF;
    IF FOUND THEN
      RAISE EXCEPTION 'account % of agreement % is a summary account: nothing but its parties posts to it',
        shared.account_number, touched.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_no_summary_account';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER vat_code_made_off_summaries AFTER INSERT ON vat_code REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE TRIGGER vat_code_changed_off_summaries AFTER UPDATE ON vat_code REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE TRIGGER system_account_made_off_summaries AFTER INSERT ON system_account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();
CREATE TRIGGER system_account_changed_off_summaries AFTER UPDATE ON system_account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_off_summary_accounts();

-- An account becomes a summary account where nothing else posts to it, and nothing has: but for opening entries, which name no party.
CREATE FUNCTION keep_summary_account_clean() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  shared record;
BEGIN
  FOR touched IN SELECT DISTINCT n.agreement FROM new_rows n LOOP
    PERFORM hold_ledger(touched.agreement);
    SELECT n.account_number INTO shared FROM new_rows n
      WHERE n.agreement = touched.agreement AND NOT EXISTS (
        SELECT FROM summary_account s WHERE s.agreement = touched.agreement AND s.account_number = n.account_number
          AND NOT (s.of_table = TG_TABLE_NAME AND s.number IN (SELECT x.number FROM new_rows x))
      ) AND (
        EXISTS (SELECT FROM automatic_account x WHERE x.agreement = touched.agreement AND x.account_number = n.account_number)
        OR EXISTS (SELECT FROM booked_entry e WHERE e.agreement = touched.agreement AND e.account_number = n.account_number
          AND e.customer_number IS NULL AND e.supplier_number IS NULL AND e.type NOT IN (7, 8))
      ) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'account % of agreement % cannot be a summary account: something else posts to it',
        shared.account_number, touched.agreement
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_account_clean';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER customer_group_made_clean AFTER INSERT ON customer_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE TRIGGER customer_group_changed_clean AFTER UPDATE ON customer_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE TRIGGER supplier_group_made_clean AFTER INSERT ON supplier_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();
CREATE TRIGGER supplier_group_changed_clean AFTER UPDATE ON supplier_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_summary_account_clean();

-- The first day that entries carry a VAT code on. Which accounts a VAT statement is about follows from what was booked by its last day, and
-- so not from codes that nothing was booked with yet.
CREATE TABLE vat_code_use (
  agreement   int NOT NULL,
  vat_code    text NOT NULL,
  first_date  date NOT NULL,
  PRIMARY KEY (agreement, vat_code),
  CONSTRAINT vat_code_use_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code
);
ALTER TABLE vat_code_use ALTER COLUMN agreement SET STATISTICS 0;
INSERT INTO vat_code_use (agreement, vat_code, first_date)
SELECT e.agreement, e.vat_code, min(e.date) FROM booked_entry e WHERE e.vat_code IS NOT NULL GROUP BY e.agreement, e.vat_code;

CREATE FUNCTION note_vat_codes_used() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vat_code_use AS u (agreement, vat_code, first_date)
  SELECT i.agreement, i.vat_code, min(i.date) FROM inserted i WHERE i.vat_code IS NOT NULL GROUP BY i.agreement, i.vat_code
  ON CONFLICT (agreement, vat_code) DO UPDATE SET first_date = excluded.first_date WHERE u.first_date > excluded.first_date;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_entry_vat_codes_used AFTER INSERT ON booked_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION note_vat_codes_used();

-- A journal that is deleted from use. Its booked vouchers stay, and are reversed on its next voucher numbers.
CREATE TABLE deleted_journal (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL,
  name                    text NOT NULL,
  next_voucher_number     int NOT NULL,
  minimum_voucher_number  int NOT NULL,
  maximum_voucher_number  int NOT NULL,
  deleted_at              timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE deleted_journal ALTER COLUMN agreement SET STATISTICS 0;
-- What was deleted before now.
INSERT INTO deleted_journal (agreement, number, name, next_voucher_number, minimum_voucher_number, maximum_voucher_number)
SELECT e.agreement, e.journal_number, 'Journal ' || e.journal_number, least(max(e.voucher_number) + 1, 999999999), 0, 999999999
FROM booked_entry e
WHERE e.journal_number IS NOT NULL
  AND NOT EXISTS (SELECT FROM journal j WHERE j.agreement = e.agreement AND j.number = e.journal_number)
GROUP BY e.agreement, e.journal_number;

CREATE FUNCTION keep_deleted_journals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_journal (agreement, number, name, next_voucher_number, minimum_voucher_number, maximum_voucher_number)
  SELECT o.agreement, o.number, o.name, o.next_voucher_number, o.minimum_voucher_number, o.maximum_voucher_number
  FROM old_rows o
  ON CONFLICT (agreement, number) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER journal_deleted AFTER DELETE ON journal REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_journals();
