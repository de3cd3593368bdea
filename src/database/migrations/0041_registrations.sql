-- Time and mileages registered on projects: priced as they come and as prices change until they are approved, then frozen (rule 14.2).

CREATE TABLE time_entry (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  employee_number  int NOT NULL,
  project_number   int NOT NULL,
  -- So that the foreign key refers to ordinary projects only.
  project_is_main  boolean GENERATED ALWAYS AS (false) STORED,
  activity_number  int NOT NULL,
  date             date NOT NULL,
  text             text,
  number_of_hours  numeric,
  is_approved      boolean NOT NULL DEFAULT false,
  is_reconciled    boolean NOT NULL DEFAULT false,
  -- NULL where there is no price; base currency.
  cost_price       numeric,
  sales_price      numeric,
  last_updated     timestamptz NOT NULL DEFAULT now(),
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT time_entry_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT time_entry_project_number_fk FOREIGN KEY (agreement, project_number, project_is_main)
    REFERENCES project (agreement, number, is_main_project),
  CONSTRAINT time_entry_activity_number_fk FOREIGN KEY (agreement, activity_number) REFERENCES activity
);
CREATE INDEX time_entry_employee_number ON time_entry (agreement, employee_number);
CREATE INDEX time_entry_project_number ON time_entry (agreement, project_number);
CREATE INDEX time_entry_activity_number ON time_entry (agreement, activity_number);
CREATE INDEX time_entry_date ON time_entry (agreement, date);
CREATE INDEX time_entry_last_updated ON time_entry (agreement, last_updated);

CREATE TABLE mileage (
  agreement        int NOT NULL REFERENCES agreement,
  number           int NOT NULL,
  employee_number  int NOT NULL,
  project_number   int NOT NULL,
  project_is_main  boolean GENERATED ALWAYS AS (false) STORED,
  date             date NOT NULL,
  distance         numeric NOT NULL,
  from_place       text,
  to_place         text,
  is_approved      boolean NOT NULL DEFAULT false,
  cost_rate        numeric,
  cost_price       numeric,
  sales_rate       numeric,
  sales_price      numeric,
  object_version   bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT mileage_employee_number_fk FOREIGN KEY (agreement, employee_number) REFERENCES employee,
  CONSTRAINT mileage_project_number_fk FOREIGN KEY (agreement, project_number, project_is_main)
    REFERENCES project (agreement, number, is_main_project)
);
CREATE INDEX mileage_employee_number ON mileage (agreement, employee_number);
CREATE INDEX mileage_project_number ON mileage (agreement, project_number);
CREATE INDEX mileage_date ON mileage (agreement, date);

-- What the approval of a registration booked: `amount` on its ongoing account, debit positive, and the opposite on its contra account, in the
-- entries `entry_number` and the next. The closed account is that of the day of approval.
CREATE TABLE project_posting (
  agreement        int NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('time', 'mileage')),
  registration     int NOT NULL,
  part             text NOT NULL CHECK (part IN ('cost', 'sales')),
  project_number   int NOT NULL,
  account_ongoing  int NOT NULL,
  account_contra   int NOT NULL,
  account_closed   int NOT NULL,
  amount           numeric NOT NULL,
  booking          int NOT NULL,
  entry_number     int NOT NULL,
  PRIMARY KEY (agreement, kind, registration, part),
  CONSTRAINT project_posting_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT project_posting_account_ongoing_fk FOREIGN KEY (agreement, account_ongoing) REFERENCES account,
  CONSTRAINT project_posting_account_contra_fk FOREIGN KEY (agreement, account_contra) REFERENCES account,
  CONSTRAINT project_posting_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account,
  CONSTRAINT project_posting_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking
);
CREATE INDEX project_posting_project_number ON project_posting (agreement, project_number);
CREATE INDEX project_posting_account_closed ON project_posting (agreement, account_closed);
CREATE INDEX project_posting_booking ON project_posting (agreement, booking);
CREATE TRIGGER project_posting_immutable BEFORE UPDATE OR DELETE ON project_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

ALTER TABLE time_entry ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE mileage ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE project_posting ALTER COLUMN agreement SET STATISTICS 0;

-- Up to the cut-off the price before, later that after; without a cut-off the price before.
CREATE FUNCTION price_on(day date, cut_off date, before numeric, after numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN cut_off IS NULL OR day <= cut_off THEN before ELSE after END;

-- What registrations are worth as prices are now.
CREATE VIEW time_entry_worth AS
  SELECT t.agreement, t.number,
    round(price_on(t.date, m.cut_off_date, m.cost_price_before, m.cost_price_after)
      * (1 + coalesce(a.cost_price_markup_percentage, 0) * 0.01) * coalesce(t.number_of_hours, 0), 2) AS cost_price,
    CASE WHEN ag.type = 1 AND pg.type = 2
      THEN round(coalesce(price_on(t.date, a.cutoff_date, a.sales_price_before, a.sales_price_after),
        price_on(t.date, m.cut_off_date, m.sales_price_before, m.sales_price_after)) * coalesce(t.number_of_hours, 0), 2)
      ELSE 0 END AS sales_price
  FROM time_entry t
  JOIN employee m ON m.agreement = t.agreement AND m.number = t.employee_number
  JOIN activity a ON a.agreement = t.agreement AND a.number = t.activity_number
  JOIN activity_group ag ON ag.agreement = t.agreement AND ag.number = a.group_number
  JOIN project p ON p.agreement = t.agreement AND p.number = t.project_number
  JOIN project_group pg ON pg.agreement = t.agreement AND pg.number = p.project_group_number;
CREATE VIEW mileage_worth AS
  SELECT t.agreement, t.number, r.cost_rate, round(r.cost_rate * t.distance, 2) AS cost_price,
    r.sales_rate, CASE WHEN pg.type = 2 THEN round(r.sales_rate * t.distance, 2) ELSE 0 END AS sales_price
  FROM mileage t
  JOIN mileage_setup s ON s.agreement = t.agreement
  JOIN project p ON p.agreement = t.agreement AND p.number = t.project_number
  JOIN project_group pg ON pg.agreement = t.agreement AND pg.number = p.project_group_number
  CROSS JOIN LATERAL (SELECT price_on(t.date, s.cut_off_date, s.cost_rate_before, s.cost_rate_after) AS cost_rate,
    price_on(t.date, s.cut_off_date, s.sales_rate_before, s.sales_rate_after) AS sales_rate) AS r;

-- Adds to what projects have cost and would be sold for, in one order everywhere.
CREATE FUNCTION add_to_projects(agreements int[], projects int[], costs numeric[], sales numeric[]) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO project_total AS t (agreement, project_number, cost_price, sales_price)
  SELECT u.agreement, u.project, sum(coalesce(u.cost, 0)), sum(coalesce(u.sale, 0))
  FROM unnest(agreements, projects, costs, sales) AS u(agreement, project, cost, sale)
  GROUP BY u.agreement, u.project HAVING sum(coalesce(u.cost, 0)) <> 0 OR sum(coalesce(u.sale, 0)) <> 0
  ORDER BY u.agreement, u.project
  ON CONFLICT (agreement, project_number)
    DO UPDATE SET cost_price = t.cost_price + excluded.cost_price, sales_price = t.sales_price + excluded.sales_price
$$;

-- Prices registrations of the table (TG_TABLE_NAME): those that are not approved, of the numbers given.
CREATE FUNCTION price_registrations(kind text, agreement_number int, numbers int[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF kind = 'time_entry' THEN
    UPDATE time_entry t SET cost_price = w.cost_price, sales_price = w.sales_price FROM time_entry_worth w
      WHERE t.agreement = agreement_number AND t.number = ANY (numbers) AND NOT t.is_approved
        AND w.agreement = agreement_number AND w.number = t.number AND w.number = ANY (numbers)
        AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price);
  ELSE
    UPDATE mileage t SET cost_rate = w.cost_rate, cost_price = w.cost_price, sales_rate = w.sales_rate, sales_price = w.sales_price
      FROM mileage_worth w
      WHERE t.agreement = agreement_number AND t.number = ANY (numbers) AND NOT t.is_approved
        AND w.agreement = agreement_number AND w.number = t.number AND w.number = ANY (numbers)
        AND (t.cost_rate, t.cost_price, t.sales_rate, t.sales_price)
          IS DISTINCT FROM (w.cost_rate, w.cost_price, w.sales_rate, w.sales_price);
  END IF;
END
$$;

-- What registering holds: prices, which cannot change meanwhile; and projects, which are open.
CREATE FUNCTION hold_prices(kind text, agreement_number int, projects int[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM mileage_setup s WHERE s.agreement = agreement_number FOR SHARE;
  IF EXISTS (SELECT FROM project p WHERE p.agreement = agreement_number AND p.number = ANY (projects) AND p.is_closed) THEN
    RAISE EXCEPTION 'a project of agreement % was closed meanwhile', agreement_number
      USING ERRCODE = 'restrict_violation', CONSTRAINT = kind || '_project_is_open';
  END IF;
END
$$;

CREATE FUNCTION registrations_created() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(n.number) AS numbers, array_agg(DISTINCT n.project_number) AS projects,
      array_agg(n.agreement) AS agreements, array_agg(n.project_number) AS projects_of, array_agg(n.cost_price) AS costs,
      array_agg(n.sales_price) AS sales
    FROM new_rows n GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM hold_prices(TG_TABLE_NAME, touched.agreement, touched.projects);
    PERFORM add_to_projects(touched.agreements, touched.projects_of, touched.costs, touched.sales);
    PERFORM price_registrations(TG_TABLE_NAME, touched.agreement, touched.numbers);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE FUNCTION registrations_deleted() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_projects(array_agg(o.agreement), array_agg(o.project_number), array_agg(-o.cost_price), array_agg(-o.sales_price))
    FROM old_rows o;
  RETURN NULL;
END
$$;
-- What says where and how much is priced again; a change of prices alone is counted, and asks for nothing more.
CREATE FUNCTION registrations_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  PERFORM add_to_projects(array_agg(c.agreement), array_agg(c.project_number), array_agg(c.cost_price), array_agg(c.sales_price))
    FROM (SELECT n.agreement, n.project_number, n.cost_price, n.sales_price FROM new_rows n
      UNION ALL SELECT o.agreement, o.project_number, -o.cost_price, -o.sales_price FROM old_rows o) AS c;
  FOR touched IN
    SELECT n.agreement, array_agg(n.number) AS numbers, array_agg(DISTINCT n.project_number) AS projects
    FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
    WHERE o.object_version <> n.object_version AND NOT n.is_approved GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM hold_prices(TG_TABLE_NAME, touched.agreement, touched.projects);
    PERFORM price_registrations(TG_TABLE_NAME, touched.agreement, touched.numbers);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER time_entry_created AFTER INSERT ON time_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_created();
CREATE TRIGGER time_entry_changed AFTER UPDATE ON time_entry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_changed();
CREATE TRIGGER time_entry_deleted AFTER DELETE ON time_entry REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_deleted();
CREATE TRIGGER mileage_created AFTER INSERT ON mileage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_created();
CREATE TRIGGER mileage_changed AFTER UPDATE ON mileage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_changed();
CREATE TRIGGER mileage_deleted AFTER DELETE ON mileage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registrations_deleted();

-- A price that changes changes what is not approved. Each such statement waits for those who register, and for each other.
CREATE FUNCTION price_again() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN EXECUTE format('SELECT n.agreement, array_agg(%s) AS numbers FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement
    AND %s WHERE ROW(%s) IS DISTINCT FROM ROW(%s) GROUP BY n.agreement ORDER BY n.agreement', TG_ARGV[0],
    CASE TG_ARGV[0] WHEN '0' THEN 'true' ELSE 'o.number = n.number' END,
    regexp_replace(TG_ARGV[1], '(\w+)', 'n.\1', 'g'), regexp_replace(TG_ARGV[1], '(\w+)', 'o.\1', 'g'))
  LOOP
    PERFORM FROM mileage_setup s WHERE s.agreement = touched.agreement FOR UPDATE;
    IF TG_TABLE_NAME IN ('employee', 'activity', 'project') THEN
      PERFORM price_registrations('time_entry', touched.agreement, array_agg(t.number)) FROM time_entry t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved AND CASE TG_TABLE_NAME WHEN 'employee' THEN t.employee_number
          WHEN 'activity' THEN t.activity_number ELSE t.project_number END = ANY (touched.numbers);
    END IF;
    IF TG_TABLE_NAME IN ('mileage_setup', 'project') THEN
      PERFORM price_registrations('mileage', touched.agreement, array_agg(t.number)) FROM mileage t
        WHERE t.agreement = touched.agreement AND NOT t.is_approved
          AND (TG_TABLE_NAME = 'mileage_setup' OR t.project_number = ANY (touched.numbers));
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER employee_priced AFTER UPDATE ON employee REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number',
    'cut_off_date, cost_price_before, cost_price_after, sales_price_before, sales_price_after');
CREATE TRIGGER activity_priced AFTER UPDATE ON activity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number',
    'group_number, cutoff_date, sales_price_before, sales_price_after, cost_price_markup_percentage');
CREATE TRIGGER project_priced AFTER UPDATE ON project REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('n.number', 'project_group_number');
CREATE TRIGGER mileage_setup_priced AFTER UPDATE ON mileage_setup REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION price_again('0',
    'cut_off_date, cost_rate_before, cost_rate_after, sales_rate_before, sales_rate_after');
