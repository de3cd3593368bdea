import type { Executor } from '../../database/connection.ts'
import type { ReportDays } from '../../ledger/reports/range.ts'
import { openItemsReport } from '../../ledger/reports/open-items.ts'
import { partyStatement } from '../../ledger/reports/party-statement.ts'
import { STATEMENT_LINES_MAX } from '../../limits.ts'
import { type Buyer, type Seller, sellerOf } from '../printed-invoice.ts'

/** An entry of a customer, as a statement prints it. Decimal text, in the currency of the entry. */
export interface PrintedEntry {
  date: string
  dueDate: string | null
  voucherNumber: string
  customerInvoiceNumber: string | null
  text: string | null
  currency: string
  amount: string
  /** Of the currency, after the entry. */
  balance: string
}

/** What a currency begins with, and ends with. */
interface PrintedBalance {
  currency: string
  openingBalance: string
  closingBalance: string
}

/** What was open of an entry at the end of the last day. */
interface PrintedRemainder {
  date: string
  dueDate: string | null
  currency: string
  remainderInCurrency: string
}

/** Everything that a customer's statement is printed from; days ISO. */
export interface PrintedStatement {
  from: string
  to: string
  /** The currency of the customer. */
  currency: string
  items: PrintedEntry[]
  currencies: PrintedBalance[]
  open: PrintedRemainder[]
  buyer: Pick<Buyer, 'number' | 'name' | 'address' | 'postalCode' | 'city' | 'country' | 'cvr'>
  seller: Seller
}

/**
 * A customer's statement of some days, with what the customer owes at their end: the reports of both, read at once.
 * Undefined where there is no such customer, year or period; 'tooLong' where it has more entries than `most`.
 */
export async function printedStatement(
  database: Executor,
  agreement: number,
  { number, days, most = STATEMENT_LINES_MAX }: { number: number; days: ReportDays; most?: number },
): Promise<PrintedStatement | 'tooLong' | undefined> {
  const read = partyStatement(agreement, 'customer', number, days, 'json')
  const open = openItemsReport(agreement, 'customer', days, 'json', { customer: number })
  const [row] = await database.rows<{ printed: string | null; entries: number }>(
    `WITH found AS MATERIALIZED (SELECT (${read.text})::json AS statement),
      owed AS (SELECT (${open.text})::json AS report)
     SELECT json_array_length(f.statement -> 'items') AS entries, CASE
       WHEN json_array_length(f.statement -> 'items') <= $7::int THEN json_build_object(
       'from', f.statement -> 'from', 'to', f.statement -> 'to', 'currency', c.currency,
       'items', ${listOfTexts("f.statement -> 'items'")}, 'currencies', ${listOfTexts("f.statement -> 'currencies'")},
       'open', (SELECT ${listOfTexts("o.report -> 'items'")} FROM owed o),
       'buyer', json_build_object('number', c.number, 'name', f.statement -> 'name', 'address', c.address, 'postalCode',
         c.postal_code, 'city', c.city, 'country', c.country, 'cvr',
         c.corporate_identification_number))::text END AS printed
     FROM found f JOIN customer c ON c.agreement = $1 AND c.number = $6::int WHERE f.statement IS NOT NULL`,
    [...(read.values ?? []), most],
  )
  if (!row) return undefined
  if (row.printed === null) return 'tooLong'
  const printed = JSON.parse(row.printed) as Omit<PrintedStatement, 'seller'>
  return { ...printed, seller: await sellerOf(database, agreement) }
}

/** SQL: the objects of a list of JSON with every value as text, so that no amount becomes a double. */
const listOfTexts = (list: string): string => `(
  SELECT coalesce(json_agg((SELECT json_object_agg(p.key, p.value) FROM json_each_text(i.value) AS p) ORDER BY i.place),
    '[]')
  FROM json_array_elements(${list}) WITH ORDINALITY AS i (value, place))`
