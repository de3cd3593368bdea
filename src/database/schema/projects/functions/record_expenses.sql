CREATE OR REPLACE FUNCTION record_expenses(agreement_number int, first_entry int, last_entry int) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO project_expense (agreement, entry_number, project_number, cost_type_number, account_ongoing,
    account_closed, cost_price, sales_price)
  SELECT agreement_number, e.entry_number, e.project_number, e.cost_type_number,
    CASE WHEN o.entry_number IS NULL THEN g.account_on_going ELSE o.account_ongoing END,
    CASE WHEN o.entry_number IS NULL THEN g.account_closed ELSE o.account_closed END,
    CASE WHEN o.entry_number IS NOT NULL THEN -o.cost_price WHEN e.account_number = g.account_on_going
      THEN e.amount_in_base_currency ELSE 0 END,
    CASE WHEN o.entry_number IS NOT NULL THEN -o.sales_price
      WHEN e.account_number = g.account_on_going AND g.type = 1
        THEN round(e.amount_in_base_currency * (1 + coalesce(g.markup, 0) * 0.01), 2)
      ELSE 0 END
  FROM booked_entry e
  JOIN cost_type c ON c.agreement = agreement_number AND c.number = e.cost_type_number
  LEFT JOIN cost_type_group g ON g.agreement = agreement_number AND g.number = c.cost_group_number
  LEFT JOIN entry_reversal r ON r.agreement = agreement_number AND r.reversing_entry = e.entry_number
  LEFT JOIN project_expense o ON o.agreement = agreement_number AND o.entry_number = r.reversed_entry
  WHERE e.agreement = agreement_number AND e.entry_number BETWEEN first_entry AND last_entry
    AND e.cost_type_number IS NOT NULL AND e.project_number IS NOT NULL
$$;

COMMENT ON FUNCTION record_expenses(int, int, int) IS
  'Notes what of some entries are expenses of projects (rule 14.2). What reverses one takes back what it came to, '
  'whatever its group says by now.';
