-- What entries with a cost type cost their projects, and what they would be sold for: as it was when they were booked (rule 14.2).

-- One row for each booked entry with a project and a cost type. Only what stands on the ongoing account of the cost type's group is an expense: the
-- other side of its voucher comes to 0.
CREATE TABLE project_expense (
  agreement         int NOT NULL,
  entry_number      int NOT NULL,
  project_number    int NOT NULL,
  cost_type_number  int NOT NULL,
  -- NULL where the cost type was in no group.
  account_ongoing   int,
  account_closed    int,
  cost_price        numeric NOT NULL,
  sales_price       numeric NOT NULL,
  -- The sales document it is on; free again where that is no more.
  document_id       int,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT project_expense_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry,
  CONSTRAINT project_expense_project_number_fk FOREIGN KEY (agreement, project_number) REFERENCES project,
  CONSTRAINT project_expense_account_ongoing_fk FOREIGN KEY (agreement, account_ongoing) REFERENCES account,
  CONSTRAINT project_expense_account_closed_fk FOREIGN KEY (agreement, account_closed) REFERENCES account
);
ALTER TABLE project_expense ALTER COLUMN agreement SET STATISTICS 0;
CREATE INDEX project_expense_project_number ON project_expense (agreement, project_number);
CREATE INDEX project_expense_account_closed ON project_expense (agreement, account_closed);

CREATE FUNCTION expenses_booked() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_projects(array_agg(n.agreement), array_agg(n.project_number), array_agg(n.cost_price), array_agg(n.sales_price))
    FROM new_rows n;
  RETURN NULL;
END
$$;
CREATE TRIGGER project_expense_booked AFTER INSERT ON project_expense REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION expenses_booked();
CREATE TRIGGER project_expense_immutable
  BEFORE UPDATE OF agreement, entry_number, project_number, cost_type_number, account_ongoing, account_closed, cost_price, sales_price OR DELETE OR TRUNCATE
  ON project_expense FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- What of some entries are expenses. What reverses one takes back what it came to, whatever its group says by now.
CREATE FUNCTION record_expenses(agreement_number int, first_entry int, last_entry int) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO project_expense (agreement, entry_number, project_number, cost_type_number, account_ongoing, account_closed, cost_price, sales_price)
  SELECT agreement_number, e.entry_number, e.project_number, e.cost_type_number,
    CASE WHEN o.entry_number IS NULL THEN g.account_on_going ELSE o.account_ongoing END,
    CASE WHEN o.entry_number IS NULL THEN g.account_closed ELSE o.account_closed END,
    CASE WHEN o.entry_number IS NOT NULL THEN -o.cost_price WHEN e.account_number = g.account_on_going THEN e.amount_in_base_currency ELSE 0 END,
    CASE WHEN o.entry_number IS NOT NULL THEN -o.sales_price
      WHEN e.account_number = g.account_on_going AND g.type = 1 THEN round(e.amount_in_base_currency * (1 + coalesce(g.markup, 0) * 0.01), 2)
      ELSE 0 END
  FROM booked_entry e
  JOIN cost_type c ON c.agreement = agreement_number AND c.number = e.cost_type_number
  LEFT JOIN cost_type_group g ON g.agreement = agreement_number AND g.number = c.cost_group_number
  LEFT JOIN entry_reversal r ON r.agreement = agreement_number AND r.reversing_entry = e.entry_number
  LEFT JOIN project_expense o ON o.agreement = agreement_number AND o.entry_number = r.reversed_entry
  WHERE e.agreement = agreement_number AND e.entry_number BETWEEN first_entry AND last_entry
    AND e.cost_type_number IS NOT NULL AND e.project_number IS NOT NULL
$$;

-- A project is invoiced for the net of its booked invoices, in base currency.
CREATE FUNCTION net_in_base_currency(invoice booked_invoice) RETURNS numeric
  LANGUAGE sql IMMUTABLE
  RETURN round((invoice.amount - invoice.vat_amount) * invoice.exchange_rate / 100, 2);
CREATE FUNCTION projects_invoiced() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_total AS t (agreement, project_number, invoiced_total)
  SELECT n.agreement, n.project_number, sum(net_in_base_currency(n)) FROM new_rows n
  WHERE n.project_number IS NOT NULL GROUP BY n.agreement, n.project_number ORDER BY n.agreement, n.project_number
  ON CONFLICT (agreement, project_number) DO UPDATE SET invoiced_total = t.invoiced_total + excluded.invoiced_total;
  RETURN NULL;
END
$$;
CREATE TRIGGER booked_invoice_of_project AFTER INSERT ON booked_invoice REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION projects_invoiced();

-- What is booked by now, by what cost types and their groups say today.
INSERT INTO project_expense (agreement, entry_number, project_number, cost_type_number, account_ongoing, account_closed, cost_price, sales_price,
  document_id)
SELECT e.agreement, e.entry_number, e.project_number, e.cost_type_number, g.account_on_going, g.account_closed,
  CASE WHEN e.account_number = g.account_on_going THEN e.amount_in_base_currency ELSE 0 END,
  CASE WHEN e.account_number = g.account_on_going AND g.type = 1 THEN round(e.amount_in_base_currency * (1 + coalesce(g.markup, 0) * 0.01), 2) ELSE 0 END,
  i.document_id
FROM booked_entry e
JOIN cost_type c ON c.agreement = e.agreement AND c.number = e.cost_type_number
LEFT JOIN cost_type_group g ON g.agreement = e.agreement AND g.number = c.cost_group_number
LEFT JOIN invoiced_expense i ON i.agreement = e.agreement AND i.entry_number = e.entry_number
WHERE e.cost_type_number IS NOT NULL AND e.project_number IS NOT NULL;
DROP TABLE invoiced_expense;
INSERT INTO project_total AS t (agreement, project_number, invoiced_total)
SELECT i.agreement, i.project_number, sum(net_in_base_currency(i)) FROM booked_invoice i
WHERE i.project_number IS NOT NULL GROUP BY i.agreement, i.project_number ORDER BY i.agreement, i.project_number
ON CONFLICT (agreement, project_number) DO UPDATE SET invoiced_total = t.invoiced_total + excluded.invoiced_total;

-- Prices registrations of the table, as before, one by one along the keys: the planner, which knows nothing of a fresh agreement, would else compare
-- every number with every other.
CREATE OR REPLACE FUNCTION price_registrations(kind text, agreement_number int, numbers int[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF kind = 'time_entry' THEN
    UPDATE time_entry t SET cost_price = w.cost_price, sales_price = w.sales_price
      FROM unnest(numbers) AS n(number)
      CROSS JOIN LATERAL (SELECT * FROM time_entry_worth w WHERE w.agreement = agreement_number AND w.number = n.number OFFSET 0) AS w
      WHERE t.agreement = agreement_number AND t.number = n.number AND NOT t.is_approved
        AND (t.cost_price, t.sales_price) IS DISTINCT FROM (w.cost_price, w.sales_price);
  ELSE
    UPDATE mileage t SET cost_rate = w.cost_rate, cost_price = w.cost_price, sales_rate = w.sales_rate, sales_price = w.sales_price
      FROM unnest(numbers) AS n(number)
      CROSS JOIN LATERAL (SELECT * FROM mileage_worth w WHERE w.agreement = agreement_number AND w.number = n.number OFFSET 0) AS w
      WHERE t.agreement = agreement_number AND t.number = n.number AND NOT t.is_approved
        AND (t.cost_rate, t.cost_price, t.sales_rate, t.sales_price)
          IS DISTINCT FROM (w.cost_rate, w.cost_price, w.sales_rate, w.sales_price);
  END IF;
END
$$;
