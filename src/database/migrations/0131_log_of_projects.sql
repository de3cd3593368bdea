-- Reports of projects rely on what was approved, and on what is on booked invoices. Both are logged in a row each, for good.

CREATE TABLE project_log (
  agreement  int NOT NULL,
  number     int NOT NULL CHECK (number >= 1),
  -- 'time', 'mileage': registrations that were approved together. 'invoice': documents that were booked together, with something of a project.
  kind       text NOT NULL CHECK (kind IN ('time', 'mileage', 'invoice')),
  -- In order.
  numbers    int[] NOT NULL,
  -- SHA-256 of what the registrations said and what was booked of them; of an invoice, of what was on it.
  hash       bytea NOT NULL CHECK (length(hash) = 32),
  -- SHA-256 over the seal before (32 zero bytes for the first) and `number kind n,n,… hash`.
  seal       bytea NOT NULL CHECK (length(seal) = 32),
  PRIMARY KEY (agreement, number)
);
-- As for every table (0007). Citus takes it of no table that is spread.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NULL THEN
    ALTER TABLE project_log ALTER COLUMN agreement SET STATISTICS 0;
  END IF;
END
$$;
CREATE TRIGGER project_log_immutable BEFORE UPDATE OR DELETE ON project_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON project_log FROM PUBLIC;

-- What is on a document is looked up when it is booked.
CREATE INDEX time_entry_document_id ON time_entry (agreement, document_id) WHERE document_id IS NOT NULL;
CREATE INDEX mileage_document_id ON mileage (agreement, document_id) WHERE document_id IS NOT NULL;
CREATE INDEX project_expense_document_id ON project_expense (agreement, document_id) WHERE document_id IS NOT NULL;

-- Writes a row at the end of the log. The counter's row stays locked: numbers and seals are in the order of the commits.
CREATE FUNCTION add_to_project_log(agreement_number int, row_kind text, row_numbers int[], content text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  next int := take_numbers(agreement_number, 'project_log', 1);
  previous bytea := (SELECT l.seal FROM project_log l WHERE l.agreement = agreement_number AND l.number = next - 1);
  content_hash bytea := sha256(convert_to(content, 'UTF8'));
BEGIN
  INSERT INTO project_log (agreement, number, kind, numbers, hash, seal)
  VALUES (agreement_number, next, row_kind, row_numbers, content_hash, sha256(coalesce(previous, decode(repeat('00', 32), 'hex'))
    || convert_to(concat_ws(' ', next, row_kind, array_to_string(row_numbers, ','), encode(content_hash, 'hex')), 'UTF8')));
END
$$;

-- What was booked of registrations: a line for each property, with a value for each posting.
CREATE FUNCTION postings_of_registrations(agreement_number int, registration_kind text, registrations int[]) RETURNS text
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT concat_ws(E'\n', array_agg(p.registration), array_agg(p.part), array_agg(p.project_number), array_agg(p.account_ongoing),
      array_agg(p.account_contra),
      array_agg(p.account_closed), array_agg(p.amount), array_agg(p.booking), array_agg(p.entry_number))
    FROM (
      SELECT x.* FROM project_posting x
      WHERE x.agreement = agreement_number AND x.kind = registration_kind AND x.registration = ANY (registrations) ORDER BY x.registration, x.part
    ) AS p
  );
END
$$;

-- Of approved registrations what they said, and what was booked of them.
CREATE FUNCTION log_approved(agreement_number int, registration_kind text, approved int[], said text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_project_log(agreement_number, registration_kind, approved,
    concat_ws(E'\n\n', said, postings_of_registrations(agreement_number, registration_kind, approved)));
END
$$;

-- What is on documents, in order.
CREATE FUNCTION log_invoiced(agreement_number int, documents int[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT array_agg(DISTINCT m.document_id ORDER BY m.document_id) AS documents,
    string_agg(concat_ws(' ', m.document_id, m.what, m.number), E'\n' ORDER BY m.document_id, m.place, m.number) AS content INTO found
  FROM unnest(documents) AS d(number)
  CROSS JOIN LATERAL (
    SELECT t.document_id, 1 AS place, 'time' AS what, t.number FROM time_entry t WHERE t.agreement = agreement_number AND t.document_id = d.number
    UNION ALL SELECT t.document_id, 2, 'mileage', t.number FROM mileage t WHERE t.agreement = agreement_number AND t.document_id = d.number
    UNION ALL SELECT e.document_id, 3, 'entry', e.entry_number FROM project_expense e WHERE e.agreement = agreement_number AND e.document_id = d.number
    OFFSET 0
  ) AS m;
  IF found.documents IS NOT NULL THEN
    PERFORM add_to_project_log(agreement_number, 'invoice', found.documents, found.content);
  END IF;
END
$$;

-- What registrations said is a line for each property, too; days are counted from 2000-01-01, which needs no format.
CREATE FUNCTION time_entry_approved() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.is_approved) THEN
    RETURN NULL;
  END IF;
  FOR touched IN
    SELECT t.agreement, array_agg(t.number) AS approved, concat_ws(E'\n', array_agg(t.number), array_agg(t.employee_number),
      array_agg(t.project_number), array_agg(t.activity_number),
      array_agg(t.date - date '2000-01-01'), array_agg(t.text), array_agg(t.number_of_hours), array_agg(t.cost_price), array_agg(t.sales_price)) AS said
    FROM (
      SELECT n.* FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
      WHERE n.is_approved AND NOT o.is_approved ORDER BY n.agreement, n.number
    ) AS t
    GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(touched.agreement, 'time', touched.approved, touched.said);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER time_entry_approved AFTER UPDATE ON time_entry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION time_entry_approved();
CREATE FUNCTION mileage_approved() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.is_approved) THEN
    RETURN NULL;
  END IF;
  FOR touched IN
    SELECT t.agreement, array_agg(t.number) AS approved, concat_ws(E'\n', array_agg(t.number), array_agg(t.employee_number),
      array_agg(t.project_number), array_agg(t.date - date '2000-01-01'),
      array_agg(t.from_place), array_agg(t.to_place), array_agg(t.distance), array_agg(t.cost_rate), array_agg(t.cost_price), array_agg(t.sales_rate),
      array_agg(t.sales_price)) AS said
    FROM (
      SELECT n.* FROM new_rows n JOIN old_rows o ON o.agreement = n.agreement AND o.number = n.number
      WHERE n.is_approved AND NOT o.is_approved ORDER BY n.agreement, n.number
    ) AS t
    GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(touched.agreement, 'mileage', touched.approved, touched.said);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER mileage_approved AFTER UPDATE ON mileage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mileage_approved();

CREATE FUNCTION invoices_of_projects_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(n.number ORDER BY n.number) AS documents FROM new_rows n
    WHERE n.project_number IS NOT NULL GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM log_invoiced(touched.agreement, touched.documents);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_invoice_logged AFTER INSERT ON booked_invoice REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION invoices_of_projects_booked();

-- What was approved and invoiced by now, as it is.
DO $$
DECLARE
  known record;
BEGIN
  FOR known IN
    SELECT t.agreement, array_agg(t.number ORDER BY t.number) AS approved, concat_ws(E'\n', array_agg(t.number ORDER BY t.number),
      array_agg(t.employee_number ORDER BY t.number), array_agg(t.project_number ORDER BY t.number), array_agg(t.activity_number ORDER BY t.number),
      array_agg(t.date - date '2000-01-01' ORDER BY t.number), array_agg(t.text ORDER BY t.number), array_agg(t.number_of_hours ORDER BY t.number),
      array_agg(t.cost_price ORDER BY t.number), array_agg(t.sales_price ORDER BY t.number)) AS said
    FROM time_entry t WHERE t.is_approved GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(known.agreement, 'time', known.approved, known.said);
  END LOOP;
  FOR known IN
    SELECT t.agreement, array_agg(t.number ORDER BY t.number) AS approved, concat_ws(E'\n', array_agg(t.number ORDER BY t.number),
      array_agg(t.employee_number ORDER BY t.number), array_agg(t.project_number ORDER BY t.number),
      array_agg(t.date - date '2000-01-01' ORDER BY t.number),
      array_agg(t.from_place ORDER BY t.number), array_agg(t.to_place ORDER BY t.number), array_agg(t.distance ORDER BY t.number),
      array_agg(t.cost_rate ORDER BY t.number), array_agg(t.cost_price ORDER BY t.number), array_agg(t.sales_rate ORDER BY t.number),
      array_agg(t.sales_price ORDER BY t.number)) AS said
    FROM mileage t WHERE t.is_approved GROUP BY t.agreement ORDER BY t.agreement
  LOOP
    PERFORM log_approved(known.agreement, 'mileage', known.approved, known.said);
  END LOOP;
  FOR known IN SELECT i.agreement, array_agg(i.number ORDER BY i.number) AS numbers FROM booked_invoice i
    WHERE i.project_number IS NOT NULL GROUP BY i.agreement ORDER BY i.agreement
  LOOP
    PERFORM log_invoiced(known.agreement, known.numbers);
  END LOOP;
END
$$;
