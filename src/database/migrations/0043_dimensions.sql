-- Dimensions with their values and distributions. Departments and departmental distributions are those of dimension 1: the same rows, in partitions
-- that keep their names and what refers to them.

-- Dimension 1 is there from the start; the table was that of dimensions 2 and 3.
ALTER TABLE dimension DROP CONSTRAINT dimension_number_check;
ALTER TABLE dimension
  ADD COLUMN object_version bigint NOT NULL DEFAULT nextval('object_version'),
  ADD CONSTRAINT dimension_number_check CHECK (number BETWEEN 1 AND 3);
CREATE FUNCTION begin_dimensions() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dimension (agreement, number, name, is_active) SELECT n.agreement, 1, 'Dimension 1', true FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER agreement_begins_dimensions AFTER INSERT ON agreement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_dimensions();
INSERT INTO dimension (agreement, number, name, is_active) SELECT a.agreement, 1, 'Dimension 1', true FROM agreement a;

-- The next number is the lowest that is free: one that was deleted is given again.
CREATE FUNCTION forget_dimension_numbers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE counter c SET value = 0 FROM (SELECT DISTINCT o.agreement FROM old_rows o) AS gone
    WHERE c.agreement = gone.agreement AND c.name = 'dimension';
  RETURN NULL;
END
$$;
CREATE TRIGGER dimension_numbers_forgotten AFTER DELETE ON dimension REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_dimension_numbers();

-- No account can demand what is no longer given.
CREATE FUNCTION end_duty_of_dimension() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account a SET is_department_mandatory = false, object_version = nextval('object_version'), last_updated = clock_timestamp()
    WHERE a.agreement = NEW.agreement AND a.is_department_mandatory;
  RETURN NULL;
END
$$;
CREATE TRIGGER dimension_duty_ends AFTER UPDATE ON dimension
  FOR EACH ROW WHEN (NEW.number = 1 AND OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_duty_of_dimension();

-- Distributions that have the number of a department get another: the keys of a dimension are one series. Lines name keys.
DROP TRIGGER departmental_distribution_written ON departmental_distribution;
DROP FUNCTION refer_to_distribution_departments;
DROP TABLE departmental_distribution_department;
ALTER TABLE departmental_distribution DISABLE TRIGGER USER;
ALTER TABLE draft_entry DISABLE TRIGGER USER;
CREATE TEMPORARY TABLE renumbered ON COMMIT DROP AS
  SELECT x.agreement, x.number, (last.number + row_number() OVER (PARTITION BY x.agreement ORDER BY x.number))::int AS free
  FROM departmental_distribution x
  JOIN department d ON d.agreement = x.agreement AND d.number = x.number
  JOIN LATERAL (SELECT max(k.number) AS number FROM (
    SELECT y.number FROM department y WHERE y.agreement = x.agreement
    UNION ALL SELECT y.number FROM departmental_distribution y WHERE y.agreement = x.agreement) AS k) AS last ON true;
UPDATE departmental_distribution x SET number = r.free FROM renumbered r WHERE x.agreement = r.agreement AND x.number = r.number;
UPDATE draft_entry d SET departmental_distribution_number = r.free
  FROM renumbered r WHERE d.agreement = r.agreement AND d.departmental_distribution_number = r.number;
UPDATE departmental_distribution x SET lines = (
  SELECT json_agg(json_build_object('key', l.x -> 'departmentNumber', 'percent', l.x -> 'percent') ORDER BY l.place)
  FROM json_array_elements(x.lines) WITH ORDINALITY AS l(x, place));
ALTER TABLE departmental_distribution ENABLE TRIGGER USER;
ALTER TABLE draft_entry ENABLE TRIGGER USER;

-- Every key of a dimension, that of a value or of a distribution: kept by the tables of both, named by whatever has data of a dimension.
CREATE TABLE dimension_key (
  agreement         int NOT NULL REFERENCES agreement,
  dimension_number  int NOT NULL,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  is_distribution   boolean NOT NULL,
  is_barred         boolean NOT NULL,
  -- The number once more where it is of dimension 2 or 3: what columns of one dimension name.
  key2              int GENERATED ALWAYS AS (CASE WHEN dimension_number = 2 THEN number END) STORED,
  key3              int GENERATED ALWAYS AS (CASE WHEN dimension_number = 3 THEN number END) STORED,
  PRIMARY KEY (agreement, dimension_number, number),
  CONSTRAINT dimension_key_key2_unique UNIQUE (agreement, key2),
  CONSTRAINT dimension_key_key3_unique UNIQUE (agreement, key3),
  CONSTRAINT dimension_key_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension
);
ALTER TABLE dimension_key ALTER COLUMN agreement SET STATISTICS 0;
INSERT INTO dimension_key (agreement, dimension_number, number, is_distribution, is_barred)
  SELECT d.agreement, 1, d.number, false, d.is_barred FROM department d
  UNION ALL SELECT x.agreement, 1, x.number, true, x.is_barred FROM departmental_distribution x;

-- Of dimension 1, departments; of the others, the second partition. The name of a value may be empty.
CREATE TABLE dimension_value (
  agreement         int NOT NULL,
  dimension_number  int NOT NULL,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT dimension_value_number_unique UNIQUE (agreement, dimension_number, number)
) PARTITION BY LIST (dimension_number);
CREATE TABLE other_dimension_value PARTITION OF dimension_value FOR VALUES IN (2, 3);
ALTER TABLE department
  ADD COLUMN dimension_number int NOT NULL DEFAULT 1,
  ADD CONSTRAINT dimension_value_number_check CHECK (number BETWEEN 1 AND 999999999);
ALTER TABLE dimension_value ATTACH PARTITION department FOR VALUES IN (1);
ALTER TABLE dimension_value
  ADD CONSTRAINT dimension_value_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension;
CREATE INDEX dimension_value_number ON dimension_value (agreement, number);
CREATE INDEX dimension_value_name ON dimension_value (agreement, fold(name));

CREATE TABLE dimension_distribution (
  agreement         int NOT NULL,
  dimension_number  int NOT NULL,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name              text NOT NULL,
  is_barred         boolean NOT NULL DEFAULT false,
  -- [{"key": …, "percent": …}, …], in the order of the parts; the percentages sum to 100.
  lines             json NOT NULL,
  last_updated      timestamptz NOT NULL DEFAULT now(),
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  CONSTRAINT dimension_distribution_number_unique UNIQUE (agreement, dimension_number, number)
) PARTITION BY LIST (dimension_number);
CREATE TABLE other_distribution PARTITION OF dimension_distribution FOR VALUES IN (2, 3);
ALTER TABLE departmental_distribution DROP CONSTRAINT departmental_distribution_number_check;
ALTER TABLE departmental_distribution
  ADD COLUMN dimension_number int NOT NULL DEFAULT 1,
  ADD CONSTRAINT dimension_distribution_number_check CHECK (number BETWEEN 1 AND 999999999);
ALTER TABLE dimension_distribution ATTACH PARTITION departmental_distribution FOR VALUES IN (1);
ALTER TABLE dimension_distribution
  ADD CONSTRAINT dimension_distribution_dimension_number_fk FOREIGN KEY (agreement, dimension_number) REFERENCES dimension;
CREATE INDEX dimension_distribution_number ON dimension_distribution (agreement, number);
CREATE INDEX dimension_distribution_name ON dimension_distribution (agreement, fold(name));
ALTER TABLE other_dimension_value ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE other_distribution ALTER COLUMN agreement SET STATISTICS 0;

-- The parts of distributions, so that foreign keys hold for the values they name, and reports can share out.
CREATE TABLE distribution_part (
  agreement            int NOT NULL,
  dimension_number     int NOT NULL,
  distribution_number  int NOT NULL,
  value_number         int NOT NULL,
  place                int NOT NULL,
  percent              numeric NOT NULL CHECK (percent > 0),
  PRIMARY KEY (agreement, dimension_number, distribution_number, value_number),
  CONSTRAINT distribution_part_distribution_number_fk FOREIGN KEY (agreement, dimension_number, distribution_number)
    REFERENCES dimension_distribution (agreement, dimension_number, number) ON DELETE CASCADE,
  CONSTRAINT distribution_part_value_number_fk FOREIGN KEY (agreement, dimension_number, value_number)
    REFERENCES dimension_value (agreement, dimension_number, number)
);
CREATE INDEX distribution_part_of_value ON distribution_part (agreement, value_number);
ALTER TABLE distribution_part ALTER COLUMN agreement SET STATISTICS 0;
INSERT INTO distribution_part (agreement, dimension_number, distribution_number, value_number, place, percent)
  SELECT d.agreement, d.dimension_number, d.number, (l.x ->> 'key')::int, l.place, (l.x ->> 'percent')::numeric
  FROM dimension_distribution d CROSS JOIN LATERAL json_array_elements(d.lines) WITH ORDINALITY AS l(x, place);

-- Row by row, as rows are written by either face: of the dimension, or of departments.
CREATE FUNCTION keep_dimension_key() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM dimension_key k WHERE k.agreement = OLD.agreement AND k.dimension_number = OLD.dimension_number AND k.number = OLD.number;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO dimension_key (agreement, dimension_number, number, is_distribution, is_barred)
      VALUES (NEW.agreement, NEW.dimension_number, NEW.number, TG_ARGV[0]::boolean, NEW.is_barred);
  ELSE
    UPDATE dimension_key k SET is_barred = NEW.is_barred
      WHERE k.agreement = NEW.agreement AND k.dimension_number = NEW.dimension_number AND k.number = NEW.number;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER dimension_value_key AFTER INSERT OR DELETE OR UPDATE OF is_barred ON dimension_value
  FOR EACH ROW EXECUTE FUNCTION keep_dimension_key('false');
CREATE TRIGGER dimension_distribution_key AFTER INSERT OR DELETE OR UPDATE OF is_barred ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_dimension_key('true');

-- Departmental distributions call the key of a line departmentNumber.
CREATE FUNCTION name_keys_of_lines() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.lines := (SELECT json_agg(json_build_object('key', coalesce(l.x -> 'key', l.x -> 'departmentNumber'), 'percent', l.x -> 'percent') ORDER BY l.place)
    FROM json_array_elements(NEW.lines) WITH ORDINALITY AS l(x, place));
  RETURN NEW;
END
$$;
CREATE TRIGGER dimension_distribution_lines BEFORE INSERT OR UPDATE OF lines ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION name_keys_of_lines();
CREATE FUNCTION keep_parts_of_distribution() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM distribution_part p
    WHERE p.agreement = NEW.agreement AND p.dimension_number = NEW.dimension_number AND p.distribution_number = NEW.number;
  INSERT INTO distribution_part (agreement, dimension_number, distribution_number, value_number, place, percent)
    SELECT NEW.agreement, NEW.dimension_number, NEW.number, (l.x ->> 'key')::int, l.place, (l.x ->> 'percent')::numeric
    FROM json_array_elements(NEW.lines) WITH ORDINALITY AS l(x, place);
  RETURN NULL;
END
$$;
CREATE TRIGGER dimension_distribution_parts AFTER INSERT OR UPDATE OF lines ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_parts_of_distribution();

-- What draft entries name is kept where it is deleted as one of its dimension, too.
CREATE FUNCTION keep_values_of_drafts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.dimension_number <> 1 THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'department_number' THEN
    PERFORM 1 FROM draft_entry d WHERE d.agreement = OLD.agreement AND d.department_number = OLD.number LIMIT 1 FOR KEY SHARE;
  ELSE
    PERFORM 1 FROM draft_entry d WHERE d.agreement = OLD.agreement AND d.departmental_distribution_number = OLD.number LIMIT 1 FOR KEY SHARE;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'a draft entry names key % of dimension 1, which is being deleted', OLD.number USING ERRCODE = 'foreign_key_violation',
      CONSTRAINT = 'draft_entry_' || TG_ARGV[0] || '_fk', TABLE = 'draft_entry';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER dimension_value_of_drafts AFTER DELETE ON dimension_value
  FOR EACH ROW EXECUTE FUNCTION keep_values_of_drafts('department_number');
CREATE TRIGGER dimension_distribution_of_drafts AFTER DELETE ON dimension_distribution
  FOR EACH ROW EXECUTE FUNCTION keep_values_of_drafts('departmental_distribution_number');

-- The trail tells a row as one of its partition, whichever table the statement names. Arguments five and six of its triggers, where there are any, are a
-- column and the values of it that are meant.
CREATE FUNCTION is_of_trail(item jsonb, arguments text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  RETURN cardinality(arguments) < 6 OR item ->> arguments[4] = ANY (arguments[5]::text[]);
DO $do$
DECLARE
  kind text;
  was text;
  now_is text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['trail_created', 'trail_changed', 'trail_deleted'] LOOP
    was := pg_get_functiondef(kind::regproc);
    now_is := regexp_replace(was, '(FROM (?:new|old)_rows (\w))\)', '\1 WHERE is_of_trail(to_jsonb(\2), TG_ARGV))', 'g');
    IF now_is = was THEN
      RAISE EXCEPTION '% is not as it was', kind;
    END IF;
    EXECUTE now_is;
  END LOOP;
END
$do$;

-- Trails a partition, by its own statements and by those of the whole that touch rows of it.
CREATE FUNCTION keep_trail_of_part(whole text, part text, resource text, key_columns text[], left_out text[], dimensions text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  arguments text := format('%L, %L, %L, %L, %L, %L', resource, key_columns, left_out || ARRAY['agreement', 'object_version', 'last_updated'],
    '{is_barred}', 'dimension_number', dimensions);
  part_trail text := whole || '_' || part || '_trail';
BEGIN
  PERFORM keep_trail(part, resource, key_columns, left_out);
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_created(%s)', part_trail || '_created', whole, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_deleted(%s)', part_trail || '_deleted', whole, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_changed(%s)', part_trail || '_changed', whole, arguments);
END
$$;
DO $do$
DECLARE
  part text;
  done text;
BEGIN
  FOREACH part IN ARRAY ARRAY['department', 'departmental_distribution'] LOOP
    FOREACH done IN ARRAY ARRAY['created', 'changed', 'deleted'] LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', part || '_trail_' || done, part);
    END LOOP;
  END LOOP;
END
$do$;
SELECT keep_trail_of_part('dimension_value', 'department', 'Departments', '{number}', '{dimension_number}', '{1}'),
  keep_trail_of_part('dimension_value', 'other_dimension_value', 'DimensionValues', '{dimension_number,number}', '{}', '{2,3}'),
  keep_trail_of_part('dimension_distribution', 'departmental_distribution', 'DepartmentalDistributions', '{number}', '{dimension_number}', '{1}'),
  keep_trail_of_part('dimension_distribution', 'other_distribution', 'DimensionDistributions', '{dimension_number,number}', '{}', '{2,3}');
DROP FUNCTION keep_trail_of_part;
SELECT keep_trail('dimension', 'Dimensions', '{number}');
