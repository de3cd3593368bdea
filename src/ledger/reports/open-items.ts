import type { Statement } from '../../database/connection.ts'
import { IS_OPEN } from '../parties/items.ts'
import { explainableByChart, type ExplainableReport, type FigureAsked, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import type { Party } from '../parties/party.ts'
import { type Column, type ReportFormat, type ReportParts } from './render.ts'

/**
 * SQL: the CTE `remainder`: how much of each entry was open at the end of `asked.last`, in currency and in base
 * currency. It takes back the matches that count from a later day. `ofItem` narrows the open items `o`.
 */
export const remaindersThen = (ofItem: string): string => `remainder AS (
    SELECT s.entry_number, sum(s.base) AS base, sum(s.in_currency) AS in_currency
    FROM (
      SELECT o.entry_number, o.remainder AS base, o.remainder_in_currency AS in_currency FROM open_item o
      WHERE o.agreement = $1 AND ${IS_OPEN} AND ${ofItem}
      UNION ALL
      SELECT m.debit_entry, m.amount, m.debit_amount FROM asked
      JOIN entry_match m ON m.agreement = $1 AND m.date > asked.last
      JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.debit_entry
      WHERE ${ofItem}
      UNION ALL
      SELECT m.credit_entry, -m.amount, -m.credit_amount FROM asked
      JOIN entry_match m ON m.agreement = $1 AND m.date > asked.last
      JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.credit_entry
      WHERE ${ofItem}
    ) s GROUP BY s.entry_number
  )`

/**
 * SQL: the entry `e` of each remainder `r`. OFFSET keeps the planner from reading all entries of parties, and each with
 * every remainder.
 */
export const ENTRY_OF_REMAINDER = `
      CROSS JOIN LATERAL (SELECT * FROM booked_entry e WHERE e.agreement = $1
        AND e.entry_number = r.entry_number OFFSET 0) AS e`

/** SQL: whether the open item `o` is one of these parties. */
export const isOf = (party: Party): string => `o.${party}_number IS NOT NULL`

/**
 * SQL: the joins `p` and `kept` to the party with this number, from which `NAME_THEN` takes its name. OFFSET keeps the
 * planner from going through all parties first, and for each through all that it joins.
 */
export const partyThen = (party: Party, number: string): string => `
      CROSS JOIN LATERAL (SELECT * FROM ${party} p WHERE p.agreement = $1 AND p.number = ${number} OFFSET 0) AS p
      LEFT JOIN LATERAL (
        SELECT c.name FROM closed JOIN closed_party c ON c.agreement = $1 AND c.party = '${party}'
          AND c.number = ${number}
          AND c.date_to <= closed.date_to
        ORDER BY c.date_to DESC LIMIT 1
      ) kept ON true`

/** SQL: a party's name; on a day of a closed year the name it had at the close. */
export const NAME_THEN = 'coalesce(kept.name, p.name)'

/** The columns of an entry that every report of a party has. */
export const entryColumns = (...parties: Party[]): Column[] => [
  { name: 'entryNumber', column: 'entry_number' },
  { name: 'date', column: 'date' },
  { name: 'dueDate', column: 'due_date' },
  { name: 'type', column: 'type' },
  { name: 'journalNumber', column: 'journal_number' },
  { name: 'voucherNumber', column: 'voucher_number' },
  ...parties.map((party): Column => ({
    name: `${party}InvoiceNumber`,
    column: `${party}_invoice_number`,
    ...(party === 'supplier' && { isText: true }),
  })),
  { name: 'externalNumber', column: 'external_number', isText: true },
  { name: 'text', column: 'text', isText: true },
  { name: 'currency', column: 'currency', isText: true },
  { name: 'amount', column: 'amount' },
  { name: 'amountInBaseCurrency', column: 'amount_in_base_currency' },
]

/** SQL: no party is asked for, or the one with this number exists. */
export const partyExists = (party: Party, number = '$6::int'): string =>
  `(${number} IS NULL OR EXISTS (SELECT FROM ${party} p WHERE p.agreement = $1 AND p.number = ${number}))`

/**
 * The open items of customers, of suppliers or of both, or of one party, at the end of the last of some days:
 * `{date, items, currencies: [{currency, remainder}], remainderInBaseCurrency}`. An item is
 * `{customerNumber, name, …entry, remainderInCurrency, remainderInBaseCurrency}` (or `supplierNumber`; of both, the two
 * numbers, one of them null). Debit is positive. Items are ordered by party, customers first, then by date and entry
 * number. The remainder of an entry is its amount less the matches that count until the day. No row when there is no
 * such year, period or party.
 */
export function openItemsReport(
  agreement: number,
  party: Party | 'both',
  days: ReportDays,
  format: ReportFormat,
  { figure, ...number }: { readonly [party in Party]?: number | undefined } & { figure?: FigureAsked | undefined } = {},
): Statement {
  const asked = (party === 'both' ? PARTIES : [party]).map((one) => number[one] ?? null)
  const values = [agreement, ...daysValues(days), ...asked]
  return REPORTS[party](format, values, figure)
}

/** SQL: the entry asked for; NULL where the line is no number. */
const ENTRY_ASKED = `(CASE WHEN ${LINE} ~ '^[0-9]{1,10}$' THEN (${LINE})::bigint END)`

/** SQL: what makes the remainder of the entry asked for: its amount, and the matches that count by the last day. */
export const PARTS_OF_REMAINDER = `
    SELECT e.entry_number, e.account_number, e.amount_in_base_currency FROM booked_entry e
    WHERE e.agreement = $1 AND e.entry_number = ${ENTRY_ASKED}
    UNION ALL
    SELECT e.entry_number, e.account_number, m.part FROM (
      SELECT m.credit_entry AS entry, -m.amount AS part FROM asked JOIN entry_match m ON m.agreement = $1
        AND m.debit_entry = ${ENTRY_ASKED} AND m.date <= asked.last
      UNION ALL
      SELECT m.debit_entry, m.amount FROM asked JOIN entry_match m ON m.agreement = $1
        AND m.credit_entry = ${ENTRY_ASKED} AND m.date <= asked.last
    ) AS m JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = m.entry`
/** SQL: the line asked for is an entry of the report. */
export const IS_ENTRY = `EXISTS (SELECT FROM item x WHERE x.entry_number::text = ${LINE})`

/** The figures of open items that can be explained: by the matches of an entry, and all of them by the entries. */
export const OPEN_FIGURES: Figures = {
  line: 'ENTRY',
  isThere: IS_ENTRY,
  lines: { remainderInBaseCurrency: PARTS_OF_REMAINDER },
  ends: { remainderInBaseCurrency: 'SELECT x.entry_number, x.account_number, x.base FROM item x' },
}

const PARTIES = ['customer', 'supplier'] as const

function partsOf(...parties: Party[]): ReportParts {
  const asked = parties.map((party, at) => ({ party, number: `$${6 + at}::int` }))
  const isAsked = asked.map(({ party, number }) => `(${number} IS NULL OR o.${party}_number = ${number})`)
  const items = asked.map(
    ({ party }) => `
      SELECT e.*, ${NAME_THEN} AS name, r.base, r.in_currency
      FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}${partyThen(party, `e.${party}_number`)}
      WHERE e.date <= asked.last AND (r.base <> 0 OR r.in_currency <> 0)`,
  )
  return {
    with: `${ASKED}, ${remaindersThen(`(${parties.map(isOf).join(' OR ')}) AND ${isAsked.join(' AND ')}`)},
    item AS (${items.join('\n      UNION ALL')}
    )`,
    columns: [
      ...parties.map((party) => ({ name: `${party}Number`, column: `${party}_number` })),
      { name: 'name', column: 'name', isText: true },
      ...entryColumns(...parties),
      { name: 'remainderInCurrency', column: 'in_currency' },
      { name: 'remainderInBaseCurrency', column: 'base' },
    ],
    order: `${parties.map((party) => `x.${party}_number`).join(', ')}, x.date, x.entry_number`,
    before: { date: 'asked.last' },
    after: {
      currencies: `(SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'remainder', c.remainder)
        ORDER BY c.currency), '[]')
        FROM (SELECT x.currency, sum(x.in_currency) AS remainder FROM item x GROUP BY x.currency) c)`,
      remainderInBaseCurrency: '(SELECT coalesce(sum(x.base), 0.00) FROM item x)',
    },
    where: asked.map(({ party, number }) => partyExists(party, number)).join(' AND '),
  }
}

const reportOf = (...parties: Party[]): ExplainableReport => explainableByChart(partsOf(...parties), OPEN_FIGURES)
const REPORTS = { customer: reportOf('customer'), supplier: reportOf('supplier'), both: reportOf(...PARTIES) }
