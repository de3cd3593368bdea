-- What entries carry besides accounts, parties and projects: units of two dimensions with quantities, departments by a
-- distribution, employees, and the assets they bought.

CREATE TABLE unit1 (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE unit2 (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE employee (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

CREATE TABLE asset_group (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- Shares an amount out among departments.
CREATE TABLE departmental_distribution (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  name            text NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  -- [{"departmentNumber": …, "percent": …}, …], in the order of the parts; the percentages sum to 100.
  lines           json NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);

-- The departments that the lines name, so that foreign keys hold for them.
CREATE TABLE departmental_distribution_department (
  agreement            int NOT NULL REFERENCES agreement,
  distribution_number  int NOT NULL,
  department_number    int NOT NULL,
  CONSTRAINT departmental_distribution_department_pkey PRIMARY KEY (agreement, distribution_number, department_number),
  CONSTRAINT departmental_distribution_fk FOREIGN KEY (agreement, distribution_number)
    REFERENCES departmental_distribution ON DELETE CASCADE,
  CONSTRAINT departmental_distribution_department_fk FOREIGN KEY (agreement, department_number) REFERENCES department
);
CREATE INDEX departmental_distribution_of_department ON departmental_distribution_department (agreement, department_number);

CREATE FUNCTION refer_to_distribution_departments() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM departmental_distribution_department d
    WHERE d.agreement = NEW.agreement AND d.distribution_number = NEW.number;
  INSERT INTO departmental_distribution_department (agreement, distribution_number, department_number)
    SELECT NEW.agreement, NEW.number, (l ->> 'departmentNumber')::int FROM json_array_elements(NEW.lines) l;
  RETURN NULL;
END
$$;
CREATE TRIGGER departmental_distribution_written AFTER INSERT OR UPDATE OF lines ON departmental_distribution
  FOR EACH ROW EXECUTE FUNCTION refer_to_distribution_departments();

-- An asset as it was bought: registered by the booking of its entry, for good. What it cost is in its entries.
CREATE TABLE asset (
  agreement         int NOT NULL REFERENCES agreement,
  number            int NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  group_number      int NOT NULL,
  text              text,
  start_date        date NOT NULL,
  life_time_months  int NOT NULL CHECK (life_time_months >= 1),
  PRIMARY KEY (agreement, number),
  CONSTRAINT asset_group_fk FOREIGN KEY (agreement, group_number) REFERENCES asset_group
);
CREATE INDEX asset_of_group ON asset (agreement, group_number);
CREATE TRIGGER asset_immutable BEFORE UPDATE OR DELETE ON asset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

ALTER TABLE draft_entry
  ADD COLUMN departmental_distribution_number int,
  ADD COLUMN unit1_number int,
  ADD COLUMN quantity1 numeric,
  ADD COLUMN unit2_number int,
  ADD COLUMN quantity2 numeric,
  ADD COLUMN employee_number int,
  ADD COLUMN asset_group_number int,
  ADD COLUMN asset_number int CHECK (asset_number >= 1),
  ADD COLUMN asset_start_date date,
  ADD COLUMN asset_life_time_months int CHECK (asset_life_time_months >= 1),
  ADD CONSTRAINT draft_entry_asset_is_whole
    CHECK (num_nulls(asset_group_number, asset_number, asset_start_date, asset_life_time_months) IN (0, 4)),
  ADD CONSTRAINT draft_entry_distribution_fk FOREIGN KEY (agreement, departmental_distribution_number)
    REFERENCES departmental_distribution,
  ADD CONSTRAINT draft_entry_unit1_fk FOREIGN KEY (agreement, unit1_number) REFERENCES unit1,
  ADD CONSTRAINT draft_entry_unit2_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit2,
  ADD CONSTRAINT draft_entry_employee_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  ADD CONSTRAINT draft_entry_asset_group_fk FOREIGN KEY (agreement, asset_group_number) REFERENCES asset_group;
CREATE INDEX draft_entry_department ON draft_entry (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX draft_entry_distribution ON draft_entry (agreement, departmental_distribution_number)
  WHERE departmental_distribution_number IS NOT NULL;
CREATE INDEX draft_entry_unit1 ON draft_entry (agreement, unit1_number) WHERE unit1_number IS NOT NULL;
CREATE INDEX draft_entry_unit2 ON draft_entry (agreement, unit2_number) WHERE unit2_number IS NOT NULL;
CREATE INDEX draft_entry_employee ON draft_entry (agreement, employee_number) WHERE employee_number IS NOT NULL;
CREATE INDEX draft_entry_asset_group ON draft_entry (agreement, asset_group_number) WHERE asset_group_number IS NOT NULL;

-- Quantities have the sign of the amount: what an account takes in of a unit, less what it gives away.
ALTER TABLE booked_entry
  ADD COLUMN unit1_number int,
  ADD COLUMN quantity1 numeric(22, 4),
  ADD COLUMN unit2_number int,
  ADD COLUMN quantity2 numeric(22, 4),
  ADD COLUMN employee_number int,
  ADD COLUMN asset_number int,
  ADD CONSTRAINT booked_entry_unit1_fk FOREIGN KEY (agreement, unit1_number) REFERENCES unit1,
  ADD CONSTRAINT booked_entry_unit2_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit2,
  ADD CONSTRAINT booked_entry_employee_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  ADD CONSTRAINT booked_entry_asset_fk FOREIGN KEY (agreement, asset_number) REFERENCES asset;
CREATE INDEX booked_entry_department ON booked_entry (agreement, department_number) WHERE department_number IS NOT NULL;
CREATE INDEX booked_entry_unit1 ON booked_entry (agreement, unit1_number) WHERE unit1_number IS NOT NULL;
CREATE INDEX booked_entry_unit2 ON booked_entry (agreement, unit2_number) WHERE unit2_number IS NOT NULL;
CREATE INDEX booked_entry_employee ON booked_entry (agreement, employee_number) WHERE employee_number IS NOT NULL;
CREATE INDEX booked_entry_asset ON booked_entry (agreement, asset_number) WHERE asset_number IS NOT NULL;

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE unit1 ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE unit2 ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE employee ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE departmental_distribution ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE departmental_distribution_department ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE asset_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE asset ALTER COLUMN agreement SET STATISTICS 0;
