/**
 * What reports rely on besides amounts, each as a statement of the agreement ($1) that answers one row with a `fault`
 * when it does not hold: closed years are what was sealed, and what is remembered of entries is what they say.
 */
export const HISTORY_CHECKS: readonly string[] = [
  // The chart of a closed year is the one that was sealed, and so are the matches that count from its days, and the
  // changed keys of its entries. (Matches and keys of years closed before 0116 were not sealed.)
  `SELECT 'accounting year ' || y.year
    || ': what was kept when it was closed, its matches or its keys, does not fit its seal.' AS fault
   FROM accounting_year y
   WHERE y.agreement = $1 AND y.is_closed
     AND (y.seal IN (seal_of_closed_books($1, y.year), seal_of_closed_year($1, y.year))) IS NOT TRUE
   ORDER BY y.date_from LIMIT 1`,

  // Accounts that were booked on by then have the type they had.
  `SELECT 'account ' || a.number || ' is of type ' || a.type || ', in the closed year ' || c.accounting_year
    || ' it was of type ' || c.type || '.' AS fault
   FROM closed_account c
   JOIN account a ON a.agreement = $1 AND a.number = c.number
   WHERE c.agreement = $1 AND a.type <> c.type AND EXISTS (
     SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = c.accounting_year
       AND t.account_number = c.number)
   ORDER BY c.number LIMIT 1`,

  // The year after a closed one opens with its balances: accounts of type 2 with theirs, all others with nothing, and
  // one takes the result.
  `WITH carried AS (
     SELECT y.year, c.number, c.type, coalesce(e.closing, 0) AS closing, coalesce(o.opening, 0) AS opening
     FROM accounting_year y
     JOIN accounting_year n ON n.agreement = $1 AND n.date_from = y.date_to + 1
     JOIN closed_account c ON c.agreement = $1 AND c.accounting_year = y.year AND c.type IN (1, 2)
     LEFT JOIN (SELECT t.accounting_year, t.account_number, sum(t.opening + t.debit - t.credit) AS closing
       FROM period_total t
       WHERE t.agreement = $1 GROUP BY t.accounting_year, t.account_number) e ON e.accounting_year = y.year
         AND e.account_number = c.number
     LEFT JOIN (SELECT t.accounting_year, t.account_number, sum(t.opening) AS opening FROM period_total t
       WHERE t.agreement = $1 GROUP BY t.accounting_year, t.account_number) o ON o.accounting_year = n.year
         AND o.account_number = c.number
     WHERE y.agreement = $1 AND y.is_closed
   ), off AS (
     SELECT x.year, x.opening - CASE x.type WHEN 2 THEN x.closing ELSE 0 END AS amount FROM carried x
   ), profit AS (
     SELECT x.year, coalesce(sum(x.closing) FILTER (WHERE x.type = 1), 0) AS amount FROM carried x
     GROUP BY x.year HAVING bool_or(x.closing <> 0)
   )
   SELECT 'the year after ' || p.year || ' does not open with its balances and its result.' AS fault
   FROM profit p LEFT JOIN off o ON o.year = p.year AND o.amount <> 0
   GROUP BY p.year, p.amount
   HAVING count(o.amount) > 1 OR coalesce(sum(o.amount), 0) <> p.amount
   ORDER BY p.year LIMIT 1`,

  // The first use of a VAT code is that of its entries.
  `SELECT 'VAT code ' || coalesce(u.vat_code, e.vat_code) || ' is first used on ' || coalesce(e.first_date::text,
    'no day')
     || ', not on ' || coalesce(u.first_date::text, 'no day') || '.' AS fault
   FROM (SELECT b.vat_code, min(b.date) AS first_date FROM booked_entry b WHERE b.agreement = $1
     AND b.vat_code IS NOT NULL GROUP BY b.vat_code) AS e
   FULL JOIN (SELECT * FROM vat_code_use u WHERE u.agreement = $1) AS u ON u.vat_code = e.vat_code
   WHERE u.first_date IS DISTINCT FROM e.first_date
   ORDER BY 1 LIMIT 1`,

  // A booking tells the vouchers of its entries. Where the texts are the same, which is nearly always, nothing is
  // parsed.
  `WITH of_entries AS (
     SELECT v.booking, '[' || string_agg('{"accountingYear":' || to_json(v.accounting_year) || ',"voucherNumber":'
       || v.voucher_number || '}', ',')
       || ']' AS vouchers
     FROM (
       SELECT DISTINCT e.booking, e.accounting_year COLLATE "C" AS accounting_year, e.voucher_number
       FROM booked_entry e WHERE e.agreement = $1 ORDER BY 1, 2, 3
     ) AS v
     GROUP BY v.booking
   )
   SELECT 'booking ' || b.number || ': its vouchers are not those of its entries.' AS fault
   FROM booking b LEFT JOIN of_entries o ON o.booking = b.number
   WHERE b.agreement = $1
     AND CASE WHEN b.vouchers::text = o.vouchers THEN false
       ELSE b.vouchers::jsonb IS DISTINCT FROM o.vouchers::jsonb END
   ORDER BY b.number LIMIT 1`,

  // Nothing but parties has posted to a summary account; opening entries name none.
  `SELECT 'entry ' || e.entry_number || ' on the summary account ' || e.account_number || ' names no party.' AS fault
   FROM (SELECT DISTINCT s.account_number FROM summary_account s WHERE s.agreement = $1) AS s
   JOIN booked_entry e ON e.agreement = $1 AND e.account_number = s.account_number
   WHERE e.customer_number IS NULL AND e.supplier_number IS NULL AND e.type NOT IN (7, 8)
   ORDER BY e.entry_number LIMIT 1`,
]
