CREATE OR REPLACE VIEW key_figure_code AS
SELECT a.agreement, k.number, k.name, k.sum_from1, coalesce(k.sum1_text, k.name) AS sum1_text,
  0 AS sum_from2, k.name AS sum2_text, k.number >= 10 AS is_balance
FROM agreement a CROSS JOIN (VALUES
  (1, 'Turnover', 0, NULL),
  (2, 'Variable costs', 0, NULL),
  (3, 'Direct wages', 0, NULL),
  (4, 'Other direct costs', 1, 'Contribution margin'),
  (5, 'Capacity costs', 0, NULL),
  (6, 'Depreciation', 1, 'Operating result'),
  (7, 'Financial items', 0, NULL),
  (8, 'Extraordinary items', 1, 'Result before tax'),
  (9, 'Company tax', 1, 'Result for the year'),
  (10, 'Fixed assets', 0, NULL),
  (11, 'Stock and work in progress', 0, NULL),
  (12, 'Debtors', 0, NULL),
  (13, 'Other current assets', 0, NULL),
  (14, 'Cash', 10, 'Assets'),
  (15, 'Equity', 0, NULL),
  (16, 'Private', 0, NULL),
  (17, 'Provisions', 0, NULL),
  (18, 'Long-term debt', 0, NULL),
  (19, 'Bank debt', 0, NULL),
  (20, 'Creditors', 0, NULL),
  (21, 'Other short-term debt', 15, 'Liabilities and equity')
) AS k(number, name, sum_from1, sum1_text);

COMMENT ON VIEW key_figure_code IS
  'The lines of the key figure report, the same for everybody. A line with `sum_from1` is followed by the sum of the '
  'lines from that one on.';
