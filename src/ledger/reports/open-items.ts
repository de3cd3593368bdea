import type { Statement } from '../../database/connection.ts'
import { IS_OPEN } from '../parties/items.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type Column, renderings, type ReportFormat, reportStatement } from './render.ts'

/** Whose entries a report is about. */
export type Party = 'customer' | 'supplier'

/**
 * SQL: the CTE `remainder`, what is open of the entries of a party kind at the end of `asked.last`, in currency and in base currency: as it
 * stands, with those matches taken back that count from a later day. `ofItem` narrows the open items `o`.
 */
export const remaindersThen = (party: Party, ofItem = 'true'): string => `remainder AS (
    SELECT s.entry_number, sum(s.base) AS base, sum(s.in_currency) AS in_currency
    FROM (
      SELECT o.entry_number, o.remainder AS base, o.remainder_in_currency AS in_currency FROM open_item o
      WHERE o.agreement = $1 AND o.${party}_number IS NOT NULL AND ${IS_OPEN} AND ${ofItem}
      UNION ALL
      SELECT m.debit_entry, m.amount, m.debit_amount FROM asked
      JOIN entry_match m ON m.agreement = $1 AND m.date > asked.last
      JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.debit_entry
      WHERE o.${party}_number IS NOT NULL AND ${ofItem}
      UNION ALL
      SELECT m.credit_entry, -m.amount, -m.credit_amount FROM asked
      JOIN entry_match m ON m.agreement = $1 AND m.date > asked.last
      JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.credit_entry
      WHERE o.${party}_number IS NOT NULL AND ${ofItem}
    ) s GROUP BY s.entry_number
  )`

/** SQL: the joins `p` and `kept` to the party with this number, from which `NAME_THEN` takes its name. */
export const partyThen = (party: Party, number: string): string => `
      JOIN ${party} p ON p.agreement = $1 AND p.number = ${number}
      LEFT JOIN LATERAL (
        SELECT c.name FROM closed JOIN closed_party c ON c.agreement = $1 AND c.party = '${party}' AND c.number = ${number}
          AND c.date_to <= closed.date_to
        ORDER BY c.date_to DESC LIMIT 1
      ) kept ON true`

/** SQL: a party's name; on a day of a closed year the name it had at the close. */
export const NAME_THEN = 'coalesce(kept.name, p.name)'

/** What every report of a party's entries says of one. */
export const entryColumns = (party: Party): Column[] => [
  { name: 'entryNumber', column: 'entry_number' },
  { name: 'date', column: 'date' },
  { name: 'dueDate', column: 'due_date' },
  { name: 'type', column: 'type' },
  { name: 'journalNumber', column: 'journal_number' },
  { name: 'voucherNumber', column: 'voucher_number' },
  { name: `${party}InvoiceNumber`, column: `${party}_invoice_number`, ...(party === 'supplier' && { isText: true }) },
  { name: 'text', column: 'text', isText: true },
  { name: 'currency', column: 'currency', isText: true },
  { name: 'amount', column: 'amount' },
  { name: 'amountInBaseCurrency', column: 'amount_in_base_currency' },
]

/** SQL: whether the party `$6`, where one is asked for, is there. */
export const partyExists = (party: Party): string =>
  `($6::int IS NULL OR EXISTS (SELECT FROM ${party} p WHERE p.agreement = $1 AND p.number = $6::int))`

/**
 * The open items of customers or suppliers, or of one of them, at the end of the last of some days: `{date, items: [{customerNumber, name,
 * …entry, remainderInCurrency, remainderInBaseCurrency}], currencies: [{currency, remainder}], remainderInBaseCurrency}` (or
 * `supplierNumber`), debit positive, by party, date and entry number. An entry is open with its amount less the matches that count from that day or
 * before. No row when there is no such year, period or party.
 */
export function openItemsReport(
  agreement: number,
  party: Party,
  days: ReportDays,
  format: ReportFormat,
  number?: number,
): Statement {
  return reportStatement(TEXTS[party], format, [agreement, ...daysValues(days), number ?? null])
}

const textsOf = (party: Party) =>
  renderings({
    with: `${ASKED}, ${remaindersThen(party, `($6::int IS NULL OR o.${party}_number = $6::int)`)}, item AS (
      SELECT e.*, ${NAME_THEN} AS name, r.base, r.in_currency
      FROM asked, remainder r
      JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = r.entry_number${partyThen(party, `e.${party}_number`)}
      WHERE e.date <= asked.last AND (r.base <> 0 OR r.in_currency <> 0)
    )`,
    columns: [
      { name: `${party}Number`, column: `${party}_number` },
      { name: 'name', column: 'name', isText: true },
      ...entryColumns(party),
      { name: 'remainderInCurrency', column: 'in_currency' },
      { name: 'remainderInBaseCurrency', column: 'base' },
    ],
    order: `x.${party}_number, x.date, x.entry_number`,
    before: { date: 'asked.last' },
    after: {
      currencies: `(SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'remainder', c.remainder) ORDER BY c.currency), '[]')
        FROM (SELECT x.currency, sum(x.in_currency) AS remainder FROM item x GROUP BY x.currency) c)`,
      remainderInBaseCurrency: '(SELECT coalesce(sum(x.base), 0.00) FROM item x)',
    },
    where: partyExists(party),
  })

const TEXTS = { customer: textsOf('customer'), supplier: textsOf('supplier') }
