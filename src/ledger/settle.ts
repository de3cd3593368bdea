import type { Transaction } from '../database/connection.ts'

interface EntryRange {
  firstEntry: number
  lastEntry: number
}

/** Every booked entry of the range that carries a party becomes an open item, its whole amount still open. */
export async function openItems(transaction: Transaction, agreement: number, range: EntryRange): Promise<void> {
  await transaction.rows(
    `INSERT INTO open_item (agreement, entry_number, customer_number, supplier_number, invoice_number, date, remainder)
     SELECT $1, e.entry_number, e.customer_number, e.supplier_number,
       coalesce(e.customer_invoice_number::text, fold(e.supplier_invoice_number)), e.date, e.amount_in_base_currency
     FROM booked_entry e
     WHERE e.agreement = $1 AND e.entry_number BETWEEN $2 AND $3
       AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)`,
    [agreement, range.firstEntry, range.lastEntry],
  )
}

/**
 * Settles what the entries of the range can settle: within a party and an invoice number, debits against credits, oldest
 * first, partial remainders kept (ACCOUNTING.md, Parties and open items). Both series are laid end to end; where a debit and a
 * credit overlap, the overlap is what they settle of each other. The ledger is locked, so no other settlement runs.
 */
export async function settle(transaction: Transaction, agreement: number, range: EntryRange): Promise<void> {
  await transaction.rows(SETTLE, [agreement, range.firstEntry, range.lastEntry])
}

const SETTLE = `
  WITH touched AS (
    SELECT DISTINCT o.customer_number, o.supplier_number, o.invoice_number FROM open_item o
    WHERE o.agreement = $1 AND o.entry_number BETWEEN $2 AND $3 AND o.invoice_number IS NOT NULL
  ), item AS (
    SELECT 'customer' AS kind, o.customer_number AS party, o.invoice_number, o.entry_number, o.date, o.remainder
    FROM touched t JOIN open_item o ON o.agreement = $1 AND o.customer_number = t.customer_number
      AND o.invoice_number = t.invoice_number AND o.remainder <> 0
    UNION ALL
    SELECT 'supplier', o.supplier_number, o.invoice_number, o.entry_number, o.date, o.remainder
    FROM touched t JOIN open_item o ON o.agreement = $1 AND o.supplier_number = t.supplier_number
      AND o.invoice_number = t.invoice_number AND o.remainder <> 0
  ), laid AS (
    SELECT kind, party, invoice_number, entry_number, remainder > 0 AS is_debit,
      sum(abs(remainder)) OVER series - abs(remainder) AS starts, sum(abs(remainder)) OVER series AS ends
    FROM item
    WINDOW series AS (PARTITION BY kind, party, invoice_number, remainder > 0 ORDER BY date, entry_number)
  ), matched AS (
    SELECT d.entry_number AS debit_entry, c.entry_number AS credit_entry,
      least(d.ends, c.ends) - greatest(d.starts, c.starts) AS amount
    FROM laid d JOIN laid c ON c.kind = d.kind AND c.party = d.party AND c.invoice_number = d.invoice_number
      AND d.starts < c.ends AND c.starts < d.ends
    WHERE d.is_debit AND NOT c.is_debit
  ), recorded AS (
    INSERT INTO entry_match (agreement, debit_entry, credit_entry, amount)
    SELECT $1, m.debit_entry, m.credit_entry, m.amount FROM matched m
  )
  UPDATE open_item o SET remainder = o.remainder - taken.amount
  FROM (
    SELECT entry_number, sum(amount) AS amount FROM (
      SELECT m.debit_entry AS entry_number, m.amount FROM matched m
      UNION ALL SELECT m.credit_entry, -m.amount FROM matched m
    ) AS both_sides GROUP BY entry_number
  ) AS taken
  WHERE o.agreement = $1 AND o.entry_number = taken.entry_number`
