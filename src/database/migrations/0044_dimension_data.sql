-- Data of dimensions: which key of a dimension something has. Of entries it stands in columns of their own, so that booking costs no more rows: the value
-- of dimension 1 in department_number, its distribution in departmental_distribution_number, the keys of the others in a column each. Views show them by
-- dimension, and write them.

ALTER TABLE draft_entry ADD COLUMN dimension2_key int, ADD COLUMN dimension3_key int;
CREATE INDEX draft_entry_dimension2 ON draft_entry (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
CREATE INDEX draft_entry_dimension3 ON draft_entry (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;
SELECT hold_references('draft_entry', VARIADIC array_agg(format('%s %s.%s', h.own_column, h.target, h.target_column) ORDER BY h.place)
  || ARRAY['dimension2_key dimension_key.key2', 'dimension3_key dimension_key.key3'])
FROM held_reference h WHERE h.referring = 'draft_entry';

-- What entries were booked with, sealed. What became of it since is in changed_dimension.
ALTER TABLE booked_entry
  ADD COLUMN departmental_distribution_number int,
  ADD COLUMN dimension2_key int,
  ADD COLUMN dimension3_key int;
CREATE INDEX booked_entry_distribution ON booked_entry (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX booked_entry_dimension2 ON booked_entry (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
CREATE INDEX booked_entry_dimension3 ON booked_entry (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;

ALTER TABLE booked_reference
  ADD COLUMN departmental_distribution_number int,
  ADD COLUMN dimension2_key int,
  ADD COLUMN dimension3_key int,
  ADD CONSTRAINT booked_entry_departmental_distribution_number_fk FOREIGN KEY (agreement, departmental_distribution_number)
    REFERENCES departmental_distribution,
  ADD CONSTRAINT booked_entry_dimension2_key_fk FOREIGN KEY (agreement, dimension2_key) REFERENCES dimension_key (agreement, key2),
  ADD CONSTRAINT booked_entry_dimension3_key_fk FOREIGN KEY (agreement, dimension3_key) REFERENCES dimension_key (agreement, key3);
ALTER TABLE booked_reference DROP CONSTRAINT booked_reference_check;
ALTER TABLE booked_reference ADD CONSTRAINT booked_reference_check CHECK (num_nonnulls(booking, account_number, accounting_year, currency, vat_code,
  customer_number, supplier_number, department_number, project_number, cost_type_number, unit1_number, unit2_number, employee_number, asset_number,
  departmental_distribution_number, dimension2_key, dimension3_key) = 1);
CREATE UNIQUE INDEX booked_reference_distribution ON booked_reference (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_dimension2 ON booked_reference (agreement, dimension2_key) WHERE dimension2_key IS NOT NULL;
CREATE UNIQUE INDEX booked_reference_dimension3 ON booked_reference (agreement, dimension3_key) WHERE dimension3_key IS NOT NULL;

-- As before (0012); entries without the new columns cost one look more.
DO $do$
DECLARE
  was text := pg_get_functiondef('refer_from_entries'::regproc);
  now_is text;
BEGIN
  now_is := replace(regexp_replace(was, 'INSERT INTO booked_reference\s+SELECT', 'INSERT INTO booked_reference (agreement, booking, account_number,
    accounting_year, currency, vat_code, customer_number, supplier_number, department_number, project_number, cost_type_number, unit1_number, unit2_number,
    employee_number, asset_number) SELECT'), 'RETURN NULL', $more$IF EXISTS (SELECT FROM inserted i
      WHERE num_nonnulls(i.departmental_distribution_number, i.dimension2_key, i.dimension3_key) > 0) THEN
    INSERT INTO booked_reference (agreement, departmental_distribution_number, dimension2_key, dimension3_key)
    SELECT e.agreement, e.departmental_distribution_number, e.dimension2_key, e.dimension3_key
    FROM (SELECT DISTINCT i.agreement, i.departmental_distribution_number, i.dimension2_key, i.dimension3_key FROM inserted i) AS e
    GROUP BY e.agreement, GROUPING SETS (e.departmental_distribution_number, e.dimension2_key, e.dimension3_key)
    HAVING num_nonnulls(e.departmental_distribution_number, e.dimension2_key, e.dimension3_key) = 1
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL$more$);
  IF now_is = was THEN
    RAISE EXCEPTION 'refer_from_entries is not as it was';
  END IF;
  EXECUTE now_is;
END
$do$;

-- What an entry has of a dimension since it was booked otherwise; no key where it has none any more.
CREATE TABLE changed_dimension (
  agreement         int NOT NULL,
  entry_number      int NOT NULL,
  dimension_number  int NOT NULL,
  dimension_key     int,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, entry_number, dimension_number),
  CONSTRAINT changed_dimension_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CONSTRAINT changed_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key) REFERENCES dimension_key
);
CREATE INDEX changed_dimension_of_key ON changed_dimension (agreement, dimension_key) WHERE dimension_key IS NOT NULL;
ALTER TABLE changed_dimension ALTER COLUMN agreement SET STATISTICS 0;

-- Every change of it, for good. No key where there was none, or is none.
CREATE TABLE dimension_change (
  agreement           int NOT NULL,
  number              int NOT NULL CHECK (number >= 1),
  entry_number        int NOT NULL,
  dimension_number    int NOT NULL,
  dimension_key_from  int,
  dimension_key_to    int,
  changed_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  app                 int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT dimension_change_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
CREATE INDEX dimension_change_newest ON dimension_change (agreement, (- number));
CREATE INDEX dimension_change_of_entry ON dimension_change (agreement, entry_number);
CREATE INDEX dimension_change_changed_at ON dimension_change (agreement, changed_at);
ALTER TABLE dimension_change ALTER COLUMN agreement SET STATISTICS 0;
CREATE TRIGGER dimension_change_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON dimension_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON dimension_change FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON dimension_change FROM CURRENT_USER;

CREATE VIEW draft_entry_dimension AS
  SELECT d.agreement, d.journal_number, d.entry_number, 1 AS dimension_number, d.department_number AS dimension_key, d.object_version
    FROM draft_entry d WHERE d.department_number IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 1, d.departmental_distribution_number, d.object_version
    FROM draft_entry d WHERE d.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 2, d.dimension2_key, d.object_version
    FROM draft_entry d WHERE d.dimension2_key IS NOT NULL
  UNION ALL SELECT d.agreement, d.journal_number, d.entry_number, 3, d.dimension3_key, d.object_version
    FROM draft_entry d WHERE d.dimension3_key IS NOT NULL;

-- What entries were booked with.
CREATE VIEW booked_dimension AS
  SELECT e.agreement, e.entry_number, 1 AS dimension_number, e.department_number AS dimension_key
    FROM booked_entry e WHERE e.department_number IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 1, e.departmental_distribution_number
    FROM booked_entry e WHERE e.departmental_distribution_number IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 2, e.dimension2_key FROM booked_entry e WHERE e.dimension2_key IS NOT NULL
  UNION ALL SELECT e.agreement, e.entry_number, 3, e.dimension3_key FROM booked_entry e WHERE e.dimension3_key IS NOT NULL;
-- What they have today.
CREATE VIEW booked_entry_dimension AS
  SELECT b.agreement, b.entry_number, b.dimension_number, b.dimension_key, 0::bigint AS object_version
    FROM booked_dimension b WHERE NOT EXISTS (SELECT FROM changed_dimension c
      WHERE c.agreement = b.agreement AND c.entry_number = b.entry_number AND c.dimension_number = b.dimension_number)
  UNION ALL SELECT c.agreement, c.entry_number, c.dimension_number, c.dimension_key, c.object_version
    FROM changed_dimension c WHERE c.dimension_key IS NOT NULL;

-- Two that change one thing at once: the second finds it changed, and looks again.
CREATE FUNCTION refuse_changed_meanwhile(is_written boolean, what text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_written THEN
    RAISE EXCEPTION 'the dimensions of % have been changed meanwhile', what USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;
CREATE FUNCTION is_distribution_key(agreement_number int, dimension int, key int) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT k.is_distribution FROM dimension_key k
    WHERE k.agreement = agreement_number AND k.dimension_number = dimension AND k.number = key), false)
$$;

CREATE FUNCTION write_draft_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  owner record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  before int := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.dimension_key END;
  after int := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.dimension_key END;
  is_shared boolean := is_distribution_key(owner.agreement, owner.dimension_number, after);
BEGIN
  UPDATE draft_entry d SET
    department_number = CASE WHEN owner.dimension_number <> 1 THEN d.department_number WHEN NOT is_shared THEN after END,
    departmental_distribution_number = CASE WHEN owner.dimension_number <> 1 THEN d.departmental_distribution_number WHEN is_shared THEN after END,
    dimension2_key = CASE owner.dimension_number WHEN 2 THEN after ELSE d.dimension2_key END,
    dimension3_key = CASE owner.dimension_number WHEN 3 THEN after ELSE d.dimension3_key END,
    object_version = nextval('object_version'), last_updated = clock_timestamp()
  WHERE d.agreement = owner.agreement AND d.journal_number = owner.journal_number AND d.entry_number = owner.entry_number
    AND CASE owner.dimension_number WHEN 1 THEN coalesce(d.department_number, d.departmental_distribution_number)
      WHEN 2 THEN d.dimension2_key ELSE d.dimension3_key END IS NOT DISTINCT FROM before;
  PERFORM refuse_changed_meanwhile(FOUND, 'draft entry ' || owner.entry_number);
  RETURN owner;
END
$$;
CREATE TRIGGER draft_entry_dimension_written INSTEAD OF INSERT OR UPDATE OR DELETE ON draft_entry_dimension
  FOR EACH ROW EXECUTE FUNCTION write_draft_dimension();

-- The year stays open until this is committed, and a closed one keeps its reports.
CREATE FUNCTION write_booked_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  owner record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  before int := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.dimension_key END;
  after int := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.dimension_key END;
  year record;
BEGIN
  SELECT y.is_closed INTO year FROM booked_entry e JOIN accounting_year y ON y.agreement = e.agreement AND y.year = e.accounting_year
    WHERE e.agreement = owner.agreement AND e.entry_number = owner.entry_number FOR SHARE OF y;
  IF year.is_closed THEN
    RAISE EXCEPTION 'entry % lies in a year that is closed', owner.entry_number USING ERRCODE = 'check_violation',
      CONSTRAINT = 'booked_entry_dimension_year_open', TABLE = 'booked_entry_dimension';
  END IF;
  INSERT INTO changed_dimension AS c (agreement, entry_number, dimension_number, dimension_key)
    VALUES (owner.agreement, owner.entry_number, owner.dimension_number, after)
    ON CONFLICT (agreement, entry_number, dimension_number) DO UPDATE
      SET dimension_key = excluded.dimension_key, object_version = nextval('object_version')
      WHERE c.dimension_key IS NOT DISTINCT FROM before;
  PERFORM refuse_changed_meanwhile(FOUND, 'entry ' || owner.entry_number);
  IF before IS DISTINCT FROM after THEN
    INSERT INTO dimension_change (agreement, number, entry_number, dimension_number, dimension_key_from, dimension_key_to, app)
      VALUES (owner.agreement, take_numbers(owner.agreement, 'dimension_change', 1), owner.entry_number, owner.dimension_number, before, after,
        nullif(current_setting('daybook.app', true), '')::int);
  END IF;
  RETURN owner;
END
$$;
CREATE TRIGGER booked_entry_dimension_written INSTEAD OF INSERT OR UPDATE OR DELETE ON booked_entry_dimension
  FOR EACH ROW EXECUTE FUNCTION write_booked_dimension();

-- What new draft entries on an account begin with.
CREATE TABLE account_dimension (
  agreement         int NOT NULL,
  account_number    int NOT NULL,
  dimension_number  int NOT NULL,
  dimension_key     int NOT NULL,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, account_number, dimension_number),
  CONSTRAINT account_dimension_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account ON DELETE CASCADE,
  CONSTRAINT account_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key) REFERENCES dimension_key
);
CREATE INDEX account_dimension_of_key ON account_dimension (agreement, dimension_key);
ALTER TABLE account_dimension ALTER COLUMN agreement SET STATISTICS 0;
SELECT keep_trail('account_dimension', 'Account', '{account_number,dimension_number}');
