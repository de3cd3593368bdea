/**
 * What must hold besides the chain of seals, each as a statement of the agreement ($1) that answers one row with a
 * `fault` when it does not. The database sums; no entry leaves it.
 */
export const CHECKS: readonly string[] = [
  // The last numbers given out are the last that exist.
  `SELECT 'the counter ' || last.name || ' stands at ' || coalesce(c.value, 0) || ', the last number is ' || last.number
    || '.' AS fault
   FROM (
     SELECT 'booked_entry' AS name, coalesce(max(e.entry_number), 0) AS number FROM booked_entry e
       WHERE e.agreement = $1
     UNION ALL SELECT 'booking', coalesce(max(b.number), 0) FROM booking b WHERE b.agreement = $1
     UNION ALL SELECT 'entry_match', coalesce(max(m.number), 0) FROM entry_match m WHERE m.agreement = $1
     UNION ALL SELECT 'voucher_reversal', coalesce(max(r.number), 0) FROM voucher_reversal r WHERE r.agreement = $1
     UNION ALL SELECT 'change', coalesce(max(c.number), 0) FROM change c WHERE c.agreement = $1
     UNION ALL SELECT 'dimension_change', coalesce(max(c.number), 0) FROM dimension_change c WHERE c.agreement = $1
     UNION ALL SELECT 'project_log', coalesce(max(l.number), 0) FROM project_log l WHERE l.agreement = $1
   ) AS last
   LEFT JOIN counter c ON c.agreement = $1 AND c.name = last.name
   WHERE coalesce(c.value, 0) <> last.number
   ORDER BY last.name LIMIT 1`,

  // Matches and reversals have numbers without a gap.
  `SELECT n.kind || ' ' || n.expected || ' is missing.' AS fault
   FROM (
     SELECT 'match' AS kind, m.number, row_number() OVER (ORDER BY m.number) AS expected FROM entry_match m
       WHERE m.agreement = $1
     UNION ALL
     SELECT 'reversal', r.number, row_number() OVER (ORDER BY r.number) FROM voucher_reversal r WHERE r.agreement = $1
   ) AS n
   WHERE n.number <> n.expected
   ORDER BY n.kind, n.number LIMIT 1`,

  // Every voucher sums to 0.00.
  `SELECT 'voucher ' || e.voucher_number || ' of journal ' || coalesce(e.journal_number::text, 'none') || ' in '
     || e.accounting_year || ' is out of balance by ' || sum(e.amount_in_base_currency) || '.' AS fault
   FROM booked_entry e WHERE e.agreement = $1
   GROUP BY e.accounting_year, e.journal_number, e.voucher_number
   HAVING sum(e.amount_in_base_currency) <> 0
   ORDER BY min(e.entry_number) LIMIT 1`,

  // Period totals are the sums of the entries. Days are summed first, so that few rows look for their period.
  `WITH daily AS (
     SELECT e.accounting_year, e.date, e.account_number,
       coalesce(sum(e.amount_in_base_currency) FILTER (WHERE e.type IN (7, 8)), 0) AS opening,
       coalesce(sum(greatest(e.amount_in_base_currency, 0)) FILTER (WHERE e.type NOT IN (7, 8)), 0) AS debit,
       coalesce(sum(greatest(-e.amount_in_base_currency, 0)) FILTER (WHERE e.type NOT IN (7, 8)), 0) AS credit
     FROM booked_entry e WHERE e.agreement = $1
     GROUP BY e.accounting_year, e.date, e.account_number
   ), computed AS (
     SELECT d.accounting_year, p.period_number, d.account_number, sum(d.opening) AS opening, sum(d.debit) AS debit,
       sum(d.credit) AS credit
     FROM daily d LEFT JOIN accounting_period p ON p.agreement = $1 AND p.year = d.accounting_year
       AND d.date BETWEEN p.date_from AND p.date_to
     GROUP BY d.accounting_year, p.period_number, d.account_number
   )
   SELECT 'account ' || coalesce(c.account_number, t.account_number) || ', period '
     || coalesce(c.period_number, t.period_number, 0) || ' of ' || coalesce(c.accounting_year, t.accounting_year)
     || ': its total is ' || coalesce(t.opening + t.debit - t.credit, 0) || ' (debit ' || coalesce(t.debit, 0)
     || ', credit ' || coalesce(t.credit, 0) || '), its entries sum to ' || coalesce(c.opening + c.debit - c.credit, 0)
     || ' (debit ' || coalesce(c.debit, 0) || ', credit ' || coalesce(c.credit, 0) || ').' AS fault
   FROM computed c
   FULL JOIN (SELECT * FROM period_total t WHERE t.agreement = $1) AS t
     ON t.accounting_year = c.accounting_year AND t.period_number = c.period_number
     AND t.account_number = c.account_number
   WHERE (coalesce(c.opening, 0), coalesce(c.debit, 0), coalesce(c.credit, 0))
     <> (coalesce(t.opening, 0), coalesce(t.debit, 0), coalesce(t.credit, 0))
   ORDER BY 1 LIMIT 1`,

  // Day totals are the sums of the day's movements.
  `WITH computed AS (
     SELECT e.date, e.account_number, sum(greatest(e.amount_in_base_currency, 0)) AS debit,
       sum(greatest(-e.amount_in_base_currency, 0)) AS credit
     FROM booked_entry e WHERE e.agreement = $1 AND e.type NOT IN (7, 8)
     GROUP BY e.date, e.account_number
   )
   SELECT 'account ' || coalesce(c.account_number, t.account_number) || ', ' || coalesce(c.date, t.date)
     || ': its day total is (debit ' || coalesce(t.debit, 0) || ', credit ' || coalesce(t.credit, 0)
     || '), its entries sum to (debit ' || coalesce(c.debit, 0) || ', credit ' || coalesce(c.credit, 0) || ').' AS fault
   FROM computed c
   FULL JOIN (SELECT * FROM day_total t WHERE t.agreement = $1) AS t
     ON t.date = c.date AND t.account_number = c.account_number
   WHERE (coalesce(c.debit, 0), coalesce(c.credit, 0)) <> (coalesce(t.debit, 0), coalesce(t.credit, 0))
   ORDER BY 1 LIMIT 1`,

  // Every entry of a party has its open item and no other entry has one; the item tells the same party, day and
  // invoice. An empty invoice number is none.
  `SELECT 'entry ' || coalesce(e.entry_number, o.entry_number) || ': entry and open item do not tell the same '
     || CASE WHEN (o.customer_number, o.supplier_number) IS DISTINCT FROM (e.customer_number, e.supplier_number)
       THEN 'party.'
       ELSE 'day and invoice.' END AS fault
   FROM (
     SELECT * FROM booked_entry e WHERE e.agreement = $1
       AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)
   ) AS e
   FULL JOIN (SELECT * FROM open_item o WHERE o.agreement = $1) AS o ON o.entry_number = e.entry_number
   WHERE o.customer_number IS DISTINCT FROM e.customer_number OR o.supplier_number IS DISTINCT FROM e.supplier_number
     OR o.date <> e.date OR coalesce(o.invoice_number, '') <> coalesce(e.customer_invoice_number::text,
       fold(e.supplier_invoice_number), '')
   ORDER BY coalesce(e.entry_number, o.entry_number) LIMIT 1`,

  // What is open of an entry, in its currency and in base currency, is its amount less what was matched, and lies
  // between the amount and 0; in base currency too, unless that alone is left (of books that came from elsewhere).
  `WITH matched AS (
     SELECT entry_number, sum(amount) AS amount, sum(in_currency) AS in_currency FROM (
       SELECT m.debit_entry AS entry_number, m.amount, m.debit_amount AS in_currency FROM entry_match m
         WHERE m.agreement = $1
       UNION ALL SELECT m.credit_entry, -m.amount, -m.credit_amount FROM entry_match m WHERE m.agreement = $1
     ) AS both_sides GROUP BY entry_number
   )
   SELECT 'entry ' || e.entry_number || ': its remainder is ' || o.remainder || ' (' || o.remainder_in_currency || ' '
     || o.currency
     || '), its amount of ' || e.amount_in_base_currency || ' (' || e.amount || ' ' || e.currency
       || ') less what was matched is '
     || e.amount_in_base_currency - coalesce(m.amount, 0) || ' (' || e.amount - coalesce(m.in_currency, 0) || ').'
       AS fault
   FROM open_item o
   JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = o.entry_number
   LEFT JOIN matched m ON m.entry_number = o.entry_number
   WHERE o.agreement = $1 AND ((o.remainder, o.remainder_in_currency, o.currency)
       <> (e.amount_in_base_currency - coalesce(m.amount, 0), e.amount - coalesce(m.in_currency, 0), e.currency)
     OR o.remainder_in_currency NOT BETWEEN least(e.amount, 0) AND greatest(e.amount, 0)
     OR (o.remainder_in_currency <> 0
       AND o.remainder NOT BETWEEN least(e.amount_in_base_currency, 0) AND greatest(e.amount_in_base_currency, 0)))
   ORDER BY e.entry_number LIMIT 1`,

  // A match is of a debit and a credit of one party, and counts from no day before both.
  `SELECT 'match ' || m.number || ': its entries ' || m.debit_entry || ' and ' || m.credit_entry
    || ' cannot settle each other.' AS fault
   FROM entry_match m
   LEFT JOIN open_item d ON d.agreement = $1 AND d.entry_number = m.debit_entry
   LEFT JOIN open_item c ON c.agreement = $1 AND c.entry_number = m.credit_entry
   WHERE m.agreement = $1 AND (
     (d.customer_number, d.supplier_number) IS DISTINCT FROM (c.customer_number, c.supplier_number)
     OR m.date < greatest(d.date, c.date))
   ORDER BY m.number LIMIT 1`,

  // A match that a booking made counts from the day of its later entry, that of a difference from the day of the match
  // it came with, and any other from the day of an entry of the party.
  `SELECT 'match ' || m.number || ' does not count from ' || m.date || '.' AS fault
   FROM entry_match m
   JOIN open_item d ON d.agreement = $1 AND d.entry_number = m.debit_entry
   JOIN open_item c ON c.agreement = $1 AND c.entry_number = m.credit_entry
   LEFT JOIN entry_match p ON p.agreement = $1 AND p.number = m.belongs_to
   LEFT JOIN (
     SELECT DISTINCT o.customer_number, o.supplier_number, o.date FROM open_item o WHERE o.agreement = $1
   ) AS x ON x.date = m.date AND coalesce(x.customer_number, -x.supplier_number) = coalesce(d.customer_number,
     -d.supplier_number)
   WHERE m.agreement = $1 AND CASE
     WHEN m.belongs_to IS NOT NULL THEN m.date <> p.date
     WHEN m.booking IS NOT NULL AND m.takes_back IS NULL THEN m.date <> greatest(d.date, c.date)
     ELSE x.date IS NULL END
   ORDER BY m.number LIMIT 1`,

  // What takes a match back is that match with the other sign.
  `SELECT 'match ' || t.number || ' does not take back match ' || t.takes_back || '.' AS fault
   FROM entry_match t LEFT JOIN entry_match m ON m.agreement = $1 AND m.number = t.takes_back
   WHERE t.agreement = $1 AND t.takes_back IS NOT NULL
     AND (m.debit_entry, m.credit_entry, -m.amount, -m.debit_amount, -m.credit_amount, m.date, m.belongs_to)
       IS DISTINCT FROM (t.debit_entry, t.credit_entry, t.amount, t.debit_amount, t.credit_amount, t.date, t.belongs_to)
   ORDER BY t.number LIMIT 1`,

  // The sum of a party's remainders on an account is its balance there.
  `SELECT CASE WHEN e.customer_number IS NULL THEN 'supplier ' || e.supplier_number
    ELSE 'customer ' || e.customer_number END
     || ' on account ' || e.account_number || ': remainders sum to ' || coalesce(sum(o.remainder), 0)
       || ', the balance is '
     || sum(e.amount_in_base_currency) || '.' AS fault
   FROM booked_entry e LEFT JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
   WHERE e.agreement = $1 AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)
   GROUP BY e.customer_number, e.supplier_number, e.account_number
   HAVING coalesce(sum(o.remainder), 0) <> sum(e.amount_in_base_currency)
   ORDER BY e.customer_number, e.supplier_number, e.account_number LIMIT 1`,

  // Every entry of a reversal's booking reverses one, and no other does.
  `SELECT 'reversal ' || r.number || ': its links are not those of one booking.' AS fault
   FROM voucher_reversal r
   LEFT JOIN (
     SELECT l.reversal_number, min(l.reversing_entry) AS first, max(l.reversing_entry) AS last, count(*) AS entries
     FROM entry_reversal l WHERE l.agreement = $1 GROUP BY l.reversal_number
   ) AS links ON links.reversal_number = r.number
   LEFT JOIN booking b ON b.agreement = $1 AND b.first_entry = links.first AND b.last_entry = links.last
   WHERE r.agreement = $1 AND (b.number IS NULL OR links.entries <> links.last - links.first + 1)
   ORDER BY r.number LIMIT 1`,

  // A reversing entry is the one it reverses with the opposite amounts and quantities, perhaps on another account,
  // where the party had moved or a closing the project's balance; each is of the voucher that the reversal tells.
  `SELECT 'entry ' || l.reversing_entry || ' is not the reversal of entry ' || l.reversed_entry || '.' AS fault
   FROM entry_reversal l
   LEFT JOIN voucher_reversal r ON r.agreement = $1 AND r.number = l.reversal_number
   LEFT JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = l.reversed_entry
   LEFT JOIN booked_entry n ON n.agreement = $1 AND n.entry_number = l.reversing_entry
   WHERE l.agreement = $1 AND (
     r.number IS NULL OR e.entry_number IS NULL OR n.entry_number IS NULL
     OR (n.amount, n.amount_in_base_currency, n.quantity1, n.quantity2)
       IS DISTINCT FROM (-e.amount, -e.amount_in_base_currency, -e.quantity1, -e.quantity2)
     OR (n.type, n.currency, n.exchange_rate, n.vat_code, n.customer_number, n.supplier_number,
       n.non_deductible_vat_code)
       IS DISTINCT FROM (e.type, e.currency, e.exchange_rate, e.vat_code, e.customer_number, e.supplier_number,
         e.non_deductible_vat_code)
     OR (n.account_number <> e.account_number AND n.customer_number IS NULL AND n.supplier_number IS NULL
       AND NOT EXISTS (SELECT FROM project p WHERE p.agreement = $1 AND p.number = n.project_number AND p.is_closed))
     OR (n.project_number, n.cost_type_number, n.unit1_number, n.unit2_number, n.employee_number, n.asset_number)
       IS DISTINCT FROM
       (e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number, e.employee_number, e.asset_number)
     OR (n.department_number, n.departmental_distribution_number, n.dimension2_key, n.dimension3_key)
       IS DISTINCT FROM (e.department_number, e.departmental_distribution_number, e.dimension2_key, e.dimension3_key)
       -- What was changed before it was reversed, was reversed as it was then.
       AND NOT EXISTS (SELECT FROM dimension_change c WHERE c.agreement = $1 AND c.entry_number = e.entry_number)
     OR (e.journal_number, e.accounting_year, e.voucher_number)
       IS DISTINCT FROM (r.journal_number, r.accounting_year, r.voucher_number)
     OR r.booking <> e.booking
     OR (n.journal_number, n.accounting_year, n.voucher_number, n.date)
       IS DISTINCT FROM (r.journal_number, r.reversing_accounting_year, r.reversing_voucher_number, r.date))
   ORDER BY l.reversed_entry LIMIT 1`,

  // Every asset was bought by an entry, or brought along from another register, and every entry's asset is there.
  `SELECT 'asset ' || coalesce(a.number, e.asset_number) || ': asset and entries do not belong together.' AS fault
   FROM (SELECT * FROM asset a WHERE a.agreement = $1) AS a
   FULL JOIN (
     SELECT DISTINCT e.asset_number FROM booked_entry e WHERE e.agreement = $1 AND e.asset_number IS NOT NULL
   ) AS e ON e.asset_number = a.number
   WHERE a.number IS NULL OR e.asset_number IS NULL
     AND NOT EXISTS (SELECT FROM asset_opening o WHERE o.agreement = $1 AND o.asset_number = a.number)
   ORDER BY coalesce(a.number, e.asset_number) LIMIT 1`,
]
