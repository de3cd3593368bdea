import type { Transaction } from '../../database/connection.ts'
import { ENTRY_OF_REMAINDER, remaindersThen } from '../../ledger/reports/open-items.ts'
import { isTakenBack } from './take-back.ts'

/** An open item of a customer who may be reminded. Decimal text; what is owed is positive. */
export interface DueItem {
  entryNumber: number
  customerNumber: number
  currency: string
  accountNumber: number
  type: number
  invoiceNumber: string | null
  date: string
  dueDate: string | null
  text: string | null
  amount: string
  remainder: string
  isDisputed: boolean
  isDue: boolean
  /** How often it was reminded of, and up to which day interest was counted. */
  reminded: number
  interestTo: string | null
}

/**
 * All that is open of the customers who have something due at the end of a day, and were not reminded in the days
 * before.
 */
export async function dueItems(
  transaction: Transaction,
  agreement: number,
  { date, daysBetween, levels, customers, most }: Asked,
): Promise<DueItem[]> {
  return await transaction.rows<DueItem>(ITEMS, [
    agreement,
    date,
    daysBetween,
    levels,
    customers === undefined ? null : JSON.stringify(customers),
    most,
  ])
}

interface Asked {
  date: string
  daysBetween: number
  levels: number
  /** Only these, where they are named. */
  customers: readonly number[] | undefined
  /** How many customers at most. */
  most: number
}

/** Entries of reminders ask for themselves in the next letter, and are no reason for one. */
const ITEMS = `
  WITH asked AS MATERIALIZED (SELECT $2::date AS last), ${remaindersThen('o.customer_number IS NOT NULL')},
  item AS MATERIALIZED (
    SELECT e.entry_number, e.customer_number, e.currency, e.account_number, e.type,
      coalesce(e.customer_invoice_number::text, e.external_number) AS invoice_number,
      e.date, e.due_date, e.text, e.amount, r.in_currency AS remainder, d.entry_number IS NOT NULL AS is_disputed,
        coalesce(i.reminded, 0) AS reminded,
      i.interest_to, r.in_currency > 0 AND e.type <> 6 AND d.entry_number IS NULL
        AND coalesce(e.due_date, e.date) < asked.last AS is_due
    FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}
    LEFT JOIN disputed_item d ON d.agreement = $1 AND d.entry_number = e.entry_number
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS reminded, max(x.interest_to) AS interest_to FROM reminder_item x
      JOIN reminder m ON m.agreement = $1 AND m.number = x.reminder_number
      WHERE x.agreement = $1 AND x.entry_number = e.entry_number AND NOT ${isTakenBack('m')}
    ) AS i ON true
    WHERE e.date <= asked.last AND r.in_currency <> 0
  ), asking AS MATERIALIZED (
    SELECT DISTINCT i.customer_number FROM item i
    WHERE i.is_due AND i.reminded < $4::int
      AND ($5::json IS NULL OR i.customer_number
        = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($5::json) AS n)))
      AND NOT EXISTS (SELECT FROM reminder m WHERE m.agreement = $1 AND m.customer_number = i.customer_number
        AND m.date > $2::date - $3::int AND NOT ${isTakenBack('m')})
    ORDER BY i.customer_number LIMIT $6::int
  )
  SELECT i.entry_number AS "entryNumber", i.customer_number AS "customerNumber", i.currency,
    i.account_number AS "accountNumber", i.type, i.invoice_number AS "invoiceNumber", i.date, i.due_date AS "dueDate",
    i.text, i.amount::text AS amount, i.remainder::text AS remainder,
    i.is_disputed AS "isDisputed", i.is_due AS "isDue", i.reminded, i.interest_to AS "interestTo"
  FROM item i JOIN asking a ON a.customer_number = i.customer_number
  ORDER BY i.customer_number, i.currency, coalesce(i.due_date, i.date), i.entry_number`
