/** The statements that write large books; each names its agreement as `$1`. */

/** SQL: a number from 0 to below `bound`, the same for the same number and seed on every machine. */
const drawn = (number: string, seed: number, bound: string): string =>
  `(hashint8extended(${number}, ${seed}) & 9223372036854775807) % ${bound}`

/** `$2`: how many customers and suppliers; a tenth as many projects. */
export const INSERT_PARTIES: readonly string[] = [
  `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number)
   SELECT $1, 1000 + n, 'Kunde ' || n, 1, 'DKK', 2 FROM generate_series(1, $2::int) n`,
  `INSERT INTO supplier (agreement, number, name, group_number, currency, payment_term_number)
   SELECT $1, 1000 + n, 'Leverandør ' || n, 1, 'DKK', 2 FROM generate_series(1, $2::int) n`,
  `INSERT INTO project (agreement, number, name) SELECT $1, n, 'Projekt ' || n FROM generate_series(1, $2::int / 10) n`,
]

/** The sources of random entries: accounts that take entries, and the days of the accounting years. */
const DRAWN_FROM = `
  account_list AS MATERIALIZED (
    SELECT array_agg(a.number ORDER BY a.number) AS numbers FROM account a
    WHERE a.agreement = $1 AND a.type IN (1, 2) AND NOT a.is_barred AND NOT a.is_blocked_for_direct_entries
  ), span AS MATERIALIZED (
    SELECT min(y.date_from) AS first, max(y.date_to) - min(y.date_from) + 1 AS days FROM accounting_year y WHERE y.agreement = $1
  )`
const TEXTS = `(ARRAY['Varekøb','Fragt','Kontorartikler','Emballage','Husleje','Taxa','Øl og vand','Telefon'])`

/**
 * Of ten entries, six are finance vouchers, three supplier invoices, one a customer invoice. By date, amounts from 0.01
 * to 9,999.99.
 */
const facts = (number: string, count: string): string => `
  ${number} % 10 AS kind, span.first + (${number}::bigint * span.days / (${count}::bigint + 1))::int AS date,
  (1 + ${drawn(number, 1, '999999')}) / 100.0 AS amount,
  numbers[1 + ${drawn(number, 2, 'cardinality(numbers)')}] AS account, 1001 + (${drawn(number, 3, '$6')})::int AS party,
  CASE WHEN ${number} % 5 = 0 THEN 1 + (${drawn(number, 4, 'greatest(1, $6 / 10)')})::int END AS project,
  ${TEXTS}[1 + ${drawn(number, 5, '8')}] || ' ' || ${number} AS text`

/**
 * Writes vouchers `$2` to `$3` of `$4`, each with two entries, in ten journals from `$5` on, for `$6` customers and
 * suppliers. Each `$7` consecutive entries are a booking, in the next of the journals.
 */
export const INSERT_BOOKED = `
  WITH ${DRAWN_FROM}, voucher AS (
    SELECT v, ${facts('v', '$4')} FROM generate_series($2::bigint, $3::bigint) v, account_list, span
  ), entry AS (
    SELECT v, 2 * v - 1 AS number, date, text,
      CASE WHEN kind < 6 THEN 5 WHEN kind < 9 THEN 3 ELSE 10 END AS type,
      CASE WHEN kind < 6 THEN account WHEN kind < 9 THEN 6800 ELSE 5600 END AS account,
      CASE WHEN kind BETWEEN 6 AND 8 THEN -amount ELSE amount END AS amount,
      CASE WHEN kind < 6 AND v % 2 = 0 THEN 'I25' END AS vat,
      CASE WHEN kind = 9 THEN party END AS customer, CASE WHEN kind = 9 THEN v END AS customer_invoice,
      CASE WHEN kind BETWEEN 6 AND 8 THEN party END AS supplier, CASE WHEN kind BETWEEN 6 AND 8 THEN 'F' || v END AS supplier_invoice,
      CASE WHEN kind > 5 THEN date + 14 END AS due, NULL::int AS project
    FROM voucher
    UNION ALL
    SELECT v, 2 * v, date, text,
      CASE WHEN kind < 6 THEN 5 WHEN kind < 9 THEN 3 ELSE 10 END,
      CASE WHEN kind < 6 THEN 5820 WHEN kind < 9 THEN account ELSE 1010 END,
      CASE WHEN kind BETWEEN 6 AND 8 THEN amount ELSE -amount END,
      NULL, NULL, NULL, NULL, NULL, NULL, project
    FROM voucher
  )
  INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number,
    voucher_number, amount, amount_in_base_currency, currency, exchange_rate, text, vat_code, customer_number,
    customer_invoice_number, supplier_number, supplier_invoice_number, due_date, project_number)
  SELECT $1, e.number, (e.number - 1) / $7 + 1, e.type, e.account, e.date, y.year, $5::int + ((e.number - 1) / $7 % 10)::int,
    e.v, e.amount, e.amount, 'DKK', 100, e.text, e.vat, e.customer, e.customer_invoice, e.supplier, e.supplier_invoice, e.due,
    e.project
  FROM entry e JOIN accounting_year y ON y.agreement = $1 AND e.date BETWEEN y.date_from AND y.date_to
  ORDER BY e.number`

/**
 * Writes draft entries `$2` to `$3` of `$4`, in ten journals from `$5` on in turn, for `$6` customers and suppliers.
 */
export const INSERT_DRAFTS = `
  WITH ${DRAWN_FROM}, draft AS (
    SELECT n, ${facts('n', '$4')} FROM generate_series($2::bigint, $3::bigint) n, account_list, span
  )
  INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date,
    amount, currency, exchange_rate, account_number, vat_code, contra_account_number, contra_vat_code, text, project_number,
    customer_number, customer_invoice_number, supplier_number, supplier_invoice_number, due_date)
  SELECT $1, d.n, CASE WHEN kind < 6 THEN 5 WHEN kind < 9 THEN 3 ELSE 10 END, $5::int + d.n % 10, d.n / 10 + 1, y.year, d.date,
    CASE WHEN kind BETWEEN 6 AND 8 THEN -d.amount ELSE d.amount END, 'DKK', 100,
    CASE WHEN kind < 6 THEN d.account END, CASE WHEN kind < 6 THEN 'I25' END,
    CASE WHEN kind < 6 THEN 5820 WHEN kind < 9 THEN d.account ELSE 1010 END,
    CASE WHEN kind BETWEEN 6 AND 8 THEN 'I25' WHEN kind = 9 THEN 'U25' END, d.text, d.project,
    CASE WHEN kind = 9 THEN d.party END, CASE WHEN kind = 9 THEN d.n::text END,
    CASE WHEN kind BETWEEN 6 AND 8 THEN d.party END, CASE WHEN kind BETWEEN 6 AND 8 THEN 'F' || d.n END,
    CASE WHEN kind > 5 THEN d.date + 14 END
  FROM draft d JOIN accounting_year y ON y.agreement = $1 AND d.date BETWEEN y.date_from AND y.date_to
  ORDER BY d.n`

/** Writes the data derived from the booked entries, and the next voucher numbers. */
export const INSERT_TOTALS: readonly string[] = [
  `INSERT INTO open_item (agreement, entry_number, customer_number, supplier_number, invoice_number, date, currency, remainder,
     remainder_in_currency)
   SELECT $1, e.entry_number, e.customer_number, e.supplier_number,
     coalesce(e.customer_invoice_number::text, fold(e.supplier_invoice_number)), e.date, e.currency, e.amount_in_base_currency, e.amount
   FROM booked_entry e
   WHERE e.agreement = $1 AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)
   ORDER BY e.entry_number`,
  `INSERT INTO period_total (agreement, accounting_year, period_number, account_number, debit, credit)
   SELECT $1, p.year, p.period_number, e.account_number, sum(greatest(e.amount_in_base_currency, 0)),
     sum(greatest(-e.amount_in_base_currency, 0))
   FROM booked_entry e
   JOIN accounting_period p ON p.agreement = $1 AND p.year = e.accounting_year AND e.date BETWEEN p.date_from AND p.date_to
   WHERE e.agreement = $1 GROUP BY 2, 3, 4`,
  `INSERT INTO day_total (agreement, date, account_number, debit, credit)
   SELECT $1, e.date, e.account_number, sum(greatest(e.amount_in_base_currency, 0)),
     sum(greatest(-e.amount_in_base_currency, 0))
   FROM booked_entry e WHERE e.agreement = $1 GROUP BY 2, 3`,
  `INSERT INTO vat_code_use (agreement, vat_code, first_date)
   SELECT $1, e.vat_code, min(e.date) FROM booked_entry e WHERE e.agreement = $1 AND e.vat_code IS NOT NULL GROUP BY 2`,
  `INSERT INTO booked_reference (agreement, booking, account_number, accounting_year, currency, vat_code, customer_number, supplier_number, project_number)
   SELECT $1, e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number, e.supplier_number, e.project_number
   FROM booked_entry e WHERE e.agreement = $1
   GROUP BY GROUPING SETS (e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number, e.supplier_number, e.project_number)
   HAVING num_nonnulls(e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number, e.supplier_number,
     e.project_number) = 1`,
  `UPDATE journal j SET next_voucher_number = 1 + greatest(
     (SELECT max(e.voucher_number) FROM booked_entry e WHERE e.agreement = $1),
     (SELECT max(d.voucher_number) FROM draft_entry d WHERE d.agreement = $1))
   WHERE j.agreement = $1`,
]
