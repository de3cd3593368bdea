import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'

/**
 * SQL: the common table `part` of the projects `$2`, with what closing moves (rule 14.5): the amounts of approvals,
 * expenses and invoices by their ongoing and closed accounts. A part that takes the rest brings the account's whole
 * balance along. If the account also has invoice lines without a closed account, lines move only their own amounts.
 */
export const PARTS = `line AS (
    SELECT i.project_number, l.booked_account, l.project_close_account, l.document_id, l.total_net_amount,
      i.exchange_rate
    FROM booked_invoice i JOIN booked_invoice_line l ON l.agreement = $1 AND l.document_id = i.number
    WHERE i.agreement = $1 AND i.project_number = ANY ($2::int[]) AND l.booked_account IS NOT NULL
  ), part AS (
    SELECT p.project_number, p.account_ongoing AS ongoing, p.account_closed AS closed, p.amount, true AS takes_rest
    FROM project_posting p WHERE p.agreement = $1 AND p.project_number = ANY ($2::int[])
    UNION ALL
    SELECT e.project_number, e.account_ongoing, e.account_closed, e.cost_price, true
    FROM project_expense e WHERE e.agreement = $1 AND e.project_number = ANY ($2::int[])
      AND e.account_ongoing IS NOT NULL
    UNION ALL
    SELECT l.project_number, l.booked_account, l.project_close_account,
      -round(sum(l.total_net_amount) * l.exchange_rate / 100, 2), NOT EXISTS (SELECT FROM line o
        WHERE o.project_number = l.project_number AND o.booked_account = l.booked_account
          AND o.project_close_account IS NULL)
    FROM line l WHERE l.project_close_account IS NOT NULL
    GROUP BY l.project_number, l.booked_account, l.project_close_account, l.document_id, l.exchange_rate
  )`

/** An entry of a closed project, and where the closing moved what it stood for. */
interface MovedEntry {
  entryNumber: number
  account: number
}

/**
 * The accounts that closing a project has moved these entries to, by entry: an expense to the closed account of its
 * group, any other with the rest of its account. Entries that were not moved are left out, and so is what was reversed
 * to a closed account already.
 */
export async function movedByClosing(
  transaction: Transaction,
  agreement: number,
  entries: readonly { entryNumber: number; projectNumber: number | null }[],
): Promise<ReadonlyMap<number, number>> {
  const ofProjects = entries.filter(({ projectNumber }) => projectNumber !== null)
  if (ofProjects.length === 0) return new Map()
  const projects = new Set(ofProjects.map(({ projectNumber }) => projectNumber))
  const rows = await transaction.rows<MovedEntry>(MOVED_ENTRIES, [
    agreement,
    arrayOf(elements([...projects])),
    arrayOf(elements(ofProjects.map(({ entryNumber }) => entryNumber))),
  ])
  return new Map(rows.map(({ entryNumber, account }) => [entryNumber, account]))
}

const MOVED_ENTRIES = `
  WITH ${PARTS}, rest AS (
    SELECT DISTINCT ON (p.project_number, p.ongoing) p.project_number, p.ongoing, p.closed
    FROM part p WHERE p.takes_rest ORDER BY p.project_number, p.ongoing, p.closed
  )
  SELECT e.entry_number AS "entryNumber", coalesce(x.account_closed, r.closed) AS account
  FROM booked_entry e
  JOIN project p ON p.agreement = $1 AND p.number = e.project_number AND p.is_closed
  LEFT JOIN project_expense x ON x.agreement = $1 AND x.entry_number = e.entry_number
    AND x.account_ongoing = e.account_number
  LEFT JOIN rest r ON r.project_number = e.project_number AND r.ongoing = e.account_number
  LEFT JOIN entry_reversal l ON l.agreement = $1 AND l.reversing_entry = e.entry_number
  LEFT JOIN booked_entry o ON o.agreement = $1 AND o.entry_number = l.reversed_entry
  WHERE e.agreement = $1 AND e.entry_number = ANY ($3::int[]) AND coalesce(x.account_closed, r.closed) IS NOT NULL
    AND (o.entry_number IS NULL OR o.account_number = e.account_number)`
