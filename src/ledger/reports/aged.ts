import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { ENTRY_OF_REMAINDER, isOf, NAME_THEN, partyThen, remaindersThen } from './open-items.ts'
import { explainableByChart, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/** The sums an aged report has per party and in all, in the order of its columns. */
export const AGES = [
  'notDue',
  'overdue1To30',
  'overdue31To60',
  'overdue61To90',
  'overdueOver90',
  'total',
  'overdue',
] as const

/**
 * What customers owe, or suppliers are owed, at the end of the last of some days, by age:
 * `{date, items: [{customerNumber, name, …ages}], …ages}` (or `supplierNumber`), the ages being `AGES`, in base
 * currency; negative is what they have paid too much. Items are the parties with any entry open then, and the ages at
 * the top are the sums of theirs. Of what they owe, an item has the day on which the first was due (`oldestDue`), and
 * how many days ago that was (`daysLate`, 0 where it is to come).
 *
 * An entry is then open with its amount less the matches that count from that day or before. So a party's total is the
 * sum of its entries up to that day. An entry is overdue by the days since its due date, or since its own date where it
 * has none. With a currency only entries in that one count, also in base currency. No row when there is no such year or
 * period.
 */
export function agedParties(
  agreement: number,
  party: 'customer' | 'supplier',
  days: ReportDays,
  format: ReportFormat,
  { figure, currency }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days), currency ?? null]
  return REPORTS[party](format, values, figure)
}

const between = (low: number, high: number): string => `o.overdue BETWEEN ${low} AND ${high}`
const CONDITIONS: Readonly<Record<(typeof AGES)[number], string>> = {
  notDue: 'o.overdue <= 0',
  overdue1To30: between(1, 30),
  overdue31To60: between(31, 60),
  overdue61To90: between(61, 90),
  overdueOver90: 'o.overdue > 90',
  total: 'true',
  overdue: 'o.overdue > 0',
}
const SUMS = AGES.map((age) => `coalesce(sum(o.remainder) FILTER (WHERE ${CONDITIONS[age]}), 0.00) AS "${age}"`)

/** What is owed to a supplier is a credit, and positive here. */
const partsOf = (party: 'customer' | 'supplier'): ReportParts => ({
  with: `${ASKED}, ${remaindersThen(isOf(party))}, open AS (
      SELECT e.entry_number, e.account_number, e.${party}_number AS number, ${party === 'supplier' ? '-' : ''}r.base
        AS remainder, asked.last - coalesce(e.due_date, e.date) AS overdue
      FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}
      WHERE e.date <= asked.last AND r.base <> 0 AND ($6::text IS NULL OR e.currency = $6)
    ), aged AS (
      SELECT o.number, ${SUMS.join(', ')}, max(o.overdue) FILTER (WHERE o.remainder > 0) AS overdue_days
      FROM open o GROUP BY o.number
    ), item AS (
      SELECT g.*, ${NAME_THEN} AS name, (SELECT asked.last FROM asked) - g.overdue_days AS oldest_due,
        greatest(g.overdue_days, 0) AS days_late
      FROM aged g${partyThen(party, 'g.number')}
    )`,
  columns: [
    { name: `${party}Number`, column: 'number' },
    { name: 'name', column: 'name', isText: true },
    ...AGES.map((age) => ({ name: age, column: `"${age}"` })),
    { name: 'oldestDue', column: 'oldest_due' },
    { name: 'daysLate', column: 'days_late' },
  ],
  order: 'x.number',
  before: { date: 'asked.last' },
  after: Object.fromEntries(AGES.map((age) => [age, `(SELECT coalesce(sum(x."${age}"), 0.00) FROM item x)`])),
})

const openWhere = (condition: string): Record<string, string> =>
  Object.fromEntries(
    AGES.map((age) => [
      age,
      `SELECT o.entry_number, o.account_number, o.remainder FROM open o WHERE ${CONDITIONS[age]} AND ${condition}`,
    ]),
  )
/** The figures of the aged reports that can be explained: by what was open of entries. */
export const AGED_FIGURES: Figures = {
  isThere: `EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE})`,
  lines: openWhere(`o.number::text = ${LINE}`),
  ends: openWhere('true'),
}
const REPORTS = {
  customer: explainableByChart(partsOf('customer'), AGED_FIGURES),
  supplier: explainableByChart(partsOf('supplier'), AGED_FIGURES),
}
