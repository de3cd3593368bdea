import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import type { AccountInterval } from './account-ledger.ts'
import { BALANCES, MOVEMENTS, PROVISIONAL, PROVISIONAL_BALANCES, SPANS_YEARS } from './balances.ts'
import { countedEntries, explainable, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * The balance of an account, or of several together, at the end of each day on which anything moved:
 * `{from, to, openingBalance, items: [{date, debit, credit, balance}], closingBalance}` in base currency. Read from the
 * totals of days, never from entries. No row when there is no such year or period, or the interval is a single number
 * and no account of type 1 or 2.
 */
export function dailyBalances(
  agreement: number,
  accounts: AccountInterval,
  days: ReportDays,
  format: ReportFormat,
  { asBooked = false, figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days), accounts.from, accounts.to]
  return (asBooked ? AS_BOOKED : REPORT)(format, values, figure)
}

const OPENING = '(SELECT coalesce(sum(c.opening), 0)::numeric(24, 2) FROM chosen c)'

const partsOf = (balances: string): ReportParts => ({
  with: `${ASKED}, ${MOVEMENTS}, ${balances}, chosen AS MATERIALIZED (
    SELECT l.* FROM line l WHERE l.number BETWEEN $6::int AND $7::int
  ), moved AS (
    SELECT d.date, sum(d.debit) AS debit, sum(d.credit) AS credit
    FROM range r CROSS JOIN LATERAL (
      SELECT * FROM day_total d WHERE d.agreement = $1 AND d.date BETWEEN r.first AND r.last
        AND d.account_number BETWEEN $6::int AND $7::int OFFSET 0
    ) AS d GROUP BY d.date HAVING bool_or(d.debit <> 0 OR d.credit <> 0)
  ), item AS (
    SELECT m.date, m.debit, m.credit, (${OPENING} + sum(m.debit - m.credit) OVER (ORDER BY m.date))::numeric(24, 2)
      AS balance FROM moved m
  )`,
  columns: [
    { name: 'date', column: 'date' },
    { name: 'debit', column: 'debit' },
    { name: 'credit', column: 'credit' },
    { name: 'balance', column: 'balance' },
  ],
  order: 'x.date',
  before: { from: 'asked.first', to: 'asked.last', openingBalance: OPENING },
  after: {
    closingBalance: '(SELECT coalesce(sum(c.opening + c.debit - c.credit), 0)::numeric(24, 2) FROM chosen c)',
  },
  optional: {
    provisional: `(SELECT ${PROVISIONAL}
      WHERE EXISTS (SELECT FROM chosen c JOIN provisional p ON p.number = c.number))`,
    spansYears: SPANS_YEARS,
  },
  where: '($6::int <> $7::int OR EXISTS (SELECT FROM chosen))',
})

const entriesWhere = (condition: string, amount = 'e.amount'): string => `
    SELECT e.entry_number, e.on_account, ${amount} FROM (${countedEntries('SELECT c.number FROM chosen c')}
    ) AS e WHERE e.on_account IN (SELECT c.number FROM chosen c) AND ${condition}`
const ofDay = (condition: string): string => `NOT e.is_before AND e.date::text = ${LINE} AND ${condition}`
/** The balances by day that can be explained. */
export const DAILY_FIGURES: Figures = {
  line: 'YYYY-MM-DD',
  isThere: `EXISTS (SELECT FROM item x WHERE x.date::text = ${LINE})`,
  lines: {
    debit: entriesWhere(ofDay('e.amount > 0')),
    credit: entriesWhere(ofDay('e.amount < 0'), '-e.amount'),
    balance: entriesWhere(`(e.is_before OR e.date::text <= ${LINE})`),
  },
  ends: { openingBalance: entriesWhere('e.is_before'), closingBalance: entriesWhere('true') },
}
const REPORT = explainable(partsOf(PROVISIONAL_BALANCES), DAILY_FIGURES)
const AS_BOOKED = explainable(partsOf(BALANCES), DAILY_FIGURES)
