-- What is refused while others refer to a row waits for those who are about to, and they for it. Whoever comes second sees
-- what the first did.

-- The condition that a reference given to `hold_references` makes on the row that it names, as SQL over `x`; NULL where there is none.
CREATE FUNCTION condition_of_reference(ref text) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(regexp_replace(ref, '^\S+ \S+ ?', ''), '')
$$;

-- Holds references of `referring`, each given as 'column target.column condition': a statement that writes rows looks every value
-- up that they name, and locks the rows named as a foreign key does; one that deletes rows named is refused. The condition may be
-- left out. It is SQL over the row `x` that is named, as it is once whoever was changing it has ended. Violations carry the name
-- <table>_<column>_fk. References given before are replaced.
CREATE OR REPLACE FUNCTION hold_references(referring text, VARIADIC refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  own_column text;
  target text;
  target_column text;
  condition text;
  collected text := '';
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    own_column := split_part(ref, ' ', 1);
    target := split_part(split_part(ref, ' ', 2), '.', 1);
    target_column := split_part(split_part(ref, ' ', 2), '.', 2);
    condition := condition_of_reference(ref);
    collected := collected
      || format(', array_agg(DISTINCT n.%1$I) FILTER (WHERE n.%1$I IS NOT NULL) AS %1$I', own_column);
    checks := checks || format($check$
    IF named.%1$I IS NOT NULL THEN
      PERFORM 1 FROM %2$I x WHERE x.agreement = named.agreement AND x.%3$I = ANY (named.%1$I)%5$s FOR KEY SHARE;
      GET DIAGNOSTICS there = ROW_COUNT;
      IF there < cardinality(named.%1$I) THEN
        RAISE EXCEPTION 'a row of %4$s names a %2$s that is not there, or does not suit'
          USING ERRCODE = 'foreign_key_violation', CONSTRAINT = '%4$s_%1$s_fk', TABLE = '%4$s';
      END IF;
    END IF;$check$, own_column, target, target_column, referring,
      ' AND (' || condition || ')');
  END LOOP;
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      named record;
      there int;
    BEGIN
      FOR named IN SELECT n.agreement%2$s FROM new_rows n GROUP BY n.agreement LOOP%3$s
      END LOOP;
      RETURN NULL;
    END
    $function$
    $body$, referring || '_names', collected, checks);
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I AFTER INSERT ON %2$I REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %3$I(%4$s)', referring || '_names_inserted', referring, referring || '_names',
    (SELECT string_agg(quote_literal(r), ', ') FROM unnest(refs) r));
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I AFTER UPDATE ON %2$I REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %3$I()', referring || '_names_updated', referring, referring || '_names');
  FOR target IN SELECT DISTINCT split_part(split_part(r, ' ', 2), '.', 1) FROM unnest(refs) r LOOP
    PERFORM keep_referred(target, referring, refs);
  END LOOP;
  PERFORM forget_referred(referring);
  PERFORM keep_keys();
END
$$;

-- Keeps the rows of `target` that `referring` names. One that is made again under its key in the same statement has not gone; and
-- a row that names it and is being deleted is waited for.
CREATE OR REPLACE FUNCTION keep_referred(target text, referring text, refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  target_column text;
  collected text := '';
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    CONTINUE WHEN split_part(split_part(ref, ' ', 2), '.', 1) <> target;
    target_column := split_part(split_part(ref, ' ', 2), '.', 2);
    IF strpos(collected, format(' AS %I,', target_column)) = 0 THEN
      collected := collected || format(' array_agg(o.%1$I) FILTER (WHERE o.%1$I IS NOT NULL AND NOT EXISTS (SELECT FROM %2$I t
        WHERE t.agreement = o.agreement AND t.%1$I = o.%1$I)) AS %1$I,', target_column, target);
    END IF;
    checks := checks || format($check$
        PERFORM 1 FROM %1$I x WHERE x.agreement = gone.agreement AND x.%2$I = ANY (gone.%4$I) LIMIT 1 FOR KEY SHARE;
        IF FOUND THEN
          RAISE EXCEPTION 'a row of %1$s names a %3$s that is being deleted' USING ERRCODE = 'foreign_key_violation',
            CONSTRAINT = '%1$s_%2$s_fk', TABLE = '%1$s';
        END IF;$check$, referring, split_part(ref, ' ', 1), target, target_column);
  END LOOP;
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      gone record;
    BEGIN
      -- Of a transaction that sees the past, nobody could tell what names the row now.
      IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        RAISE EXCEPTION 'rows of %2$s are deleted in transactions that read what is committed'
          USING ERRCODE = 'feature_not_supported';
      END IF;
      FOR gone IN SELECT%3$s o.agreement FROM old_rows o GROUP BY o.agreement LOOP%4$s
      END LOOP;
      RETURN NULL;
    END
    $function$
    $body$, format('%s_keeps_%s', referring, target), target, collected, checks);
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I AFTER DELETE ON %2$I REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %1$I()', format('%s_keeps_%s', referring, target), target);
END
$$;

-- Every reference that is held: its table and column, the table and column that it names, in the order given, and its condition.
CREATE OR REPLACE VIEW held_reference AS
  SELECT t.tgrelid::regclass::text AS referring, r.place, split_part(r.ref, ' ', 1) AS own_column,
    split_part(split_part(r.ref, ' ', 2), '.', 1) AS target,
    split_part(split_part(r.ref, ' ', 2), '.', 2) AS target_column, condition_of_reference(r.ref) AS condition
  FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid AND t.tgname = c.relname || '_names_inserted'
  CROSS JOIN LATERAL unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) WITH ORDINALITY AS r(ref, place)
  WHERE r.ref <> '';

-- Draft entries are on accounts that can be booked on, and on open projects: neither changes while there are any.
SELECT hold_references('draft_entry', VARIADIC array_agg(format('%s %s.%s', h.own_column, h.target, h.target_column)
  || CASE h.target WHEN 'account' THEN ' x.type IN (1, 2)' WHEN 'project' THEN ' NOT x.is_closed' ELSE '' END
  ORDER BY h.place))
FROM held_reference h WHERE h.referring = 'draft_entry';

-- An account that becomes a summary account is another one from then on: whoever is about to name it waits, and sees that it
-- changed.
CREATE FUNCTION mark_summary_account() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account a WHERE a.agreement = NEW.agreement AND a.number = NEW.account_number FOR UPDATE;
  IF NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = NEW.agreement AND s.account_number = NEW.account_number) THEN
    UPDATE account a SET object_version = nextval('object_version')
    WHERE a.agreement = NEW.agreement AND a.number = NEW.account_number;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER customer_group_made_summary BEFORE INSERT ON customer_group
  FOR EACH ROW EXECUTE FUNCTION mark_summary_account();
CREATE TRIGGER customer_group_changed_summary BEFORE UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION mark_summary_account();
CREATE TRIGGER supplier_group_made_summary BEFORE INSERT ON supplier_group
  FOR EACH ROW EXECUTE FUNCTION mark_summary_account();
CREATE TRIGGER supplier_group_changed_summary BEFORE UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION mark_summary_account();

-- No summary account is the default of anything. Says the same as `summaryRules`, of what was committed while the
-- account was waited for.
CREATE FUNCTION keep_summary_account_off_defaults() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = NEW.agreement AND s.account_number = NEW.account_number
      AND (s.of_table, s.number) <> (name_of_table(TG_TABLE_NAME), NEW.number))
    AND (EXISTS (SELECT FROM account x WHERE x.agreement = NEW.agreement AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM customer x WHERE x.agreement = NEW.agreement AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM supplier x WHERE x.agreement = NEW.agreement AND x.contra_account_number = NEW.account_number)
      OR EXISTS (SELECT FROM journal x WHERE x.agreement = NEW.agreement
        AND NEW.account_number IN (x.customer_contra_account, x.supplier_contra_account))
      OR EXISTS (SELECT FROM payment_term x WHERE x.agreement = NEW.agreement
        AND NEW.account_number IN (x.contra_account_number, x.contra_account2_number))
      OR EXISTS (SELECT FROM product_group_zone x WHERE x.agreement = NEW.agreement AND x.account_number = NEW.account_number)
      OR EXISTS (SELECT FROM product_group x WHERE x.agreement = NEW.agreement
        AND x.accrual_account_number = NEW.account_number)) THEN
    RAISE EXCEPTION 'account % of agreement % cannot be a summary account: it is the default of something',
      NEW.account_number, NEW.agreement
      USING ERRCODE = 'restrict_violation', CONSTRAINT = name_of_table(TG_TABLE_NAME) || '_account_clean';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER customer_group_made_off_defaults AFTER INSERT ON customer_group
  FOR EACH ROW EXECUTE FUNCTION keep_summary_account_off_defaults();
CREATE TRIGGER customer_group_changed_off_defaults AFTER UPDATE ON customer_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_summary_account_off_defaults();
CREATE TRIGGER supplier_group_made_off_defaults AFTER INSERT ON supplier_group
  FOR EACH ROW EXECUTE FUNCTION keep_summary_account_off_defaults();
CREATE TRIGGER supplier_group_changed_off_defaults AFTER UPDATE ON supplier_group
  FOR EACH ROW WHEN (OLD.account_number <> NEW.account_number) EXECUTE FUNCTION keep_summary_account_off_defaults();
