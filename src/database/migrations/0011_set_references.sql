-- Foreign keys of tables that take many rows at once. PostgreSQL checks its own for each row and column; these are checked for each
-- value that a statement names, once: twenty times as fast for 500 draft entries, and as strict.

-- Holds references of `referring`, each given as 'column target.column': a statement that writes rows looks every value up that they
-- name, and locks the rows named as a foreign key does; one that deletes rows named is refused. Violations carry the name
-- <table>_<column>_fk. References given before are replaced.
CREATE FUNCTION hold_references(referring text, VARIADIC refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  own_column text;
  target text;
  target_column text;
  collected text := '';
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    own_column := split_part(ref, ' ', 1);
    target := split_part(split_part(ref, ' ', 2), '.', 1);
    target_column := split_part(ref, '.', 2);
    collected := collected || format(', array_agg(DISTINCT n.%1$I) FILTER (WHERE n.%1$I IS NOT NULL) AS %1$I', own_column);
    checks := checks || format($check$
    IF named.%1$I IS NOT NULL THEN
      PERFORM 1 FROM %2$I x WHERE x.agreement = named.agreement AND x.%3$I = ANY (named.%1$I) FOR KEY SHARE;
      GET DIAGNOSTICS there = ROW_COUNT;
      IF there < cardinality(named.%1$I) THEN
        RAISE EXCEPTION 'a row of %4$s names a %2$s that is not there' USING ERRCODE = 'foreign_key_violation',
          CONSTRAINT = '%4$s_%1$s_fk', TABLE = '%4$s';
      END IF;
    END IF;$check$, own_column, target, target_column, referring);
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
CREATE FUNCTION keep_referred(target text, referring text, refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  target_column text;
  collected text := '';
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    CONTINUE WHEN split_part(split_part(ref, ' ', 2), '.', 1) <> target;
    target_column := split_part(ref, '.', 2);
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
        RAISE EXCEPTION 'rows of %2$s are deleted in transactions that read what is committed' USING ERRCODE = 'feature_not_supported';
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

-- Every reference that is held: its table and column, and the table and column that it names, in the order given.
CREATE VIEW held_reference AS
  SELECT t.tgrelid::regclass::text AS referring, r.place, split_part(r.ref, ' ', 1) AS own_column,
    split_part(split_part(r.ref, ' ', 2), '.', 1) AS target, split_part(r.ref, '.', 2) AS target_column
  FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid AND t.tgname = c.relname || '_names_inserted'
  CROSS JOIN LATERAL unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) WITH ORDINALITY AS r(ref, place)
  WHERE r.ref <> '';

-- What `referring` no longer names is no longer kept for it.
CREATE FUNCTION forget_referred(referring_table text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  FOR kept IN SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = format('%s_keeps_%s', referring_table, c.relname)
      AND NOT EXISTS (SELECT FROM held_reference h WHERE h.referring = referring_table AND h.target = c.relname)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', kept.tgname, kept.relname);
    EXECUTE format('DROP FUNCTION %I()', kept.tgname);
  END LOOP;
END
$$;

-- No row that can be named changes what it is named by, whatever statement or trigger would change it.
CREATE FUNCTION keep_keys() RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  FOR kept IN SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = c.relname || '_key_stays'
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', kept.tgname, kept.relname);
  END LOOP;
  FOR kept IN SELECT h.target, string_agg(DISTINCT format(' OR OLD.%1$I IS DISTINCT FROM NEW.%1$I', h.target_column), '') AS columns
    FROM held_reference h GROUP BY h.target
  LOOP
    EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW WHEN (OLD.agreement <> NEW.agreement%3$s)
      EXECUTE FUNCTION refuse_new_key()', kept.target || '_key_stays', kept.target, kept.columns);
  END LOOP;
END
$$;

CREATE FUNCTION refuse_new_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the key of a row of % cannot change: others may name it', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME;
END
$$;

ALTER TABLE draft_entry
  DROP CONSTRAINT draft_entry_journal_number_fk,
  DROP CONSTRAINT draft_entry_accounting_year_fk,
  DROP CONSTRAINT draft_entry_currency_fk,
  DROP CONSTRAINT draft_entry_account_number_fk,
  DROP CONSTRAINT draft_entry_contra_account_number_fk,
  DROP CONSTRAINT draft_entry_vat_code_fk,
  DROP CONSTRAINT draft_entry_contra_vat_code_fk,
  DROP CONSTRAINT draft_entry_customer_number_fk,
  DROP CONSTRAINT draft_entry_supplier_number_fk,
  DROP CONSTRAINT draft_entry_department_number_fk,
  DROP CONSTRAINT draft_entry_project_number_fk,
  DROP CONSTRAINT draft_entry_cost_type_number_fk,
  DROP CONSTRAINT draft_entry_departmental_distribution_number_fk,
  DROP CONSTRAINT draft_entry_unit1_number_fk,
  DROP CONSTRAINT draft_entry_unit2_number_fk,
  DROP CONSTRAINT draft_entry_employee_number_fk,
  DROP CONSTRAINT draft_entry_asset_group_number_fk;
SELECT hold_references('draft_entry',
  'journal_number journal.number',
  'accounting_year accounting_year.year',
  'currency currency.code',
  'account_number account.number',
  'contra_account_number account.number',
  'vat_code vat_code.code',
  'contra_vat_code vat_code.code',
  'customer_number customer.number',
  'supplier_number supplier.number',
  'department_number department.number',
  'project_number project.number',
  'cost_type_number cost_type.number',
  'departmental_distribution_number departmental_distribution.number',
  'unit1_number unit1.number',
  'unit2_number unit2.number',
  'employee_number employee.number',
  'asset_group_number asset_group.number');
