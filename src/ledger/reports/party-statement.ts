import type { Statement } from '../../database/connection.ts'
import type { Party } from '../parties/party.ts'
import { explainableByChart, type FigureAsked, type Figures, LINE } from './explain.ts'
import {
  entryColumns,
  IS_ENTRY,
  NAME_THEN,
  PARTS_OF_REMAINDER,
  partyExists,
  partyThen,
  remaindersThen,
} from './open-items.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * A customer's or supplier's statement of some days, debit positive:
 * `{from, to, customerNumber, name, openingBalanceInBaseCurrency, items, currencies, closingBalanceInBaseCurrency}`. A
 * currency is `{currency, openingBalance, closingBalance}`. Items are the party's entries of the days, by date and
 * entry number. Each has the balance after it, of its currency and in base currency, and what is open of it at the end
 * of the last day. No row when there is no such year, period or party.
 */
export function partyStatement(
  agreement: number,
  party: Party,
  number: number,
  days: ReportDays,
  format: ReportFormat,
  figure?: FigureAsked,
): Statement {
  const values = [agreement, ...daysValues(days), number]
  return REPORTS[party](format, values, figure)
}

const entriesWhere = (condition: string): string => `
    SELECT n.entry_number, n.account_number, n.amount_in_base_currency FROM entry n WHERE ${condition}`

/** The figures of a statement that can be explained. */
export const STATEMENT_FIGURES: Figures = {
  line: 'ENTRY',
  isThere: IS_ENTRY,
  lines: {
    balanceInBaseCurrency: entriesWhere(`(n.date, n.entry_number)
      <= (SELECT x.date, x.entry_number FROM item x WHERE x.entry_number::text = ${LINE})`),
    remainderInBaseCurrency: PARTS_OF_REMAINDER,
  },
  ends: {
    openingBalanceInBaseCurrency: entriesWhere('n.is_before'),
    closingBalanceInBaseCurrency: entriesWhere('true'),
  },
}

const sumOf = (condition: string): string =>
  `(SELECT coalesce(sum(n.amount_in_base_currency), 0.00) FROM entry n WHERE ${condition})`

const partsOf = (party: Party): ReportParts => ({
  with: `${ASKED}, ${remaindersThen(`o.${party}_number = $6::int`)}, entry AS MATERIALIZED (
      SELECT e.*, e.date < asked.first AS is_before,
        sum(e.amount) OVER (PARTITION BY e.currency ORDER BY e.date, e.entry_number)::numeric(24, 2) AS balance,
        sum(e.amount_in_base_currency) OVER (ORDER BY e.date, e.entry_number)::numeric(24, 2) AS base_balance
      FROM asked JOIN booked_entry e ON e.agreement = $1 AND e.${party}_number = $6::int AND e.date <= asked.last
    ), item AS (
      SELECT n.*, coalesce(r.in_currency, 0.00) AS in_currency, coalesce(r.base, 0.00) AS base
      -- A full join reads each side once, whatever the planner expects. A strict condition makes a left join of it.
      FROM entry n FULL JOIN remainder r ON r.entry_number = n.entry_number
      WHERE coalesce(NOT n.is_before, false)
    ), of_currency AS (
      SELECT n.currency, coalesce(sum(n.amount) FILTER (WHERE n.is_before), 0.00) AS opening, sum(n.amount) AS closing
      FROM entry n GROUP BY n.currency
    )`,
  columns: [
    ...entryColumns(party),
    { name: 'balance', column: 'balance' },
    { name: 'balanceInBaseCurrency', column: 'base_balance' },
    { name: 'remainderInCurrency', column: 'in_currency' },
    { name: 'remainderInBaseCurrency', column: 'base' },
  ],
  order: 'x.date, x.entry_number',
  before: {
    from: 'asked.first',
    to: 'asked.last',
    [`${party}Number`]: '$6::int',
    name: `(SELECT ${NAME_THEN} FROM (SELECT) AS one${partyThen(party, '$6::int')})`,
    openingBalanceInBaseCurrency: sumOf('n.is_before'),
  },
  after: {
    currencies: `(SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'openingBalance', c.opening,
        'closingBalance', c.closing) ORDER BY c.currency), '[]') FROM of_currency c)`,
    closingBalanceInBaseCurrency: sumOf('true'),
  },
  where: partyExists(party),
})
const REPORTS = {
  customer: explainableByChart(partsOf('customer'), STATEMENT_FIGURES),
  supplier: explainableByChart(partsOf('supplier'), STATEMENT_FIGURES),
}
