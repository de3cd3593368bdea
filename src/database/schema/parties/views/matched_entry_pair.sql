CREATE OR REPLACE VIEW matched_entry_pair AS
  SELECT m.agreement, m.debit_entry AS from_entry, d.date AS from_entry_date, d.amount AS from_entry_amount,
    d.amount_in_base_currency AS from_entry_base_amount, m.credit_entry AS to_entry, c.date AS to_entry_date,
    c.amount AS to_entry_amount, c.amount_in_base_currency AS to_entry_base_amount
  FROM (
    SELECT p.agreement, p.debit_entry, p.credit_entry FROM entry_match p
    GROUP BY p.agreement, p.debit_entry, p.credit_entry
    HAVING sum(p.amount) <> 0 OR sum(p.debit_amount) <> 0 OR sum(p.credit_amount) <> 0
  ) AS m
  JOIN booked_entry d ON d.agreement = m.agreement AND d.entry_number = m.debit_entry
  JOIN booked_entry c ON c.agreement = m.agreement AND c.entry_number = m.credit_entry;

COMMENT ON VIEW matched_entry_pair IS
  'A match as the booked-entries API tells it: from the debit to the credit, each with its whole amount. Each pair '
  'once, and those taken back no more.';
