import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { BALANCES, MOVEMENTS, PROVISIONAL, PROVISIONAL_BALANCES, SPANS_YEARS } from './balances.ts'
import { PARTS_OF_SUMS } from './chart.ts'
import { accountsOfLine, addedBy, explainable, type Figures, LINE } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * The trial balance of some days:
 * `{items: [{accountNumber, openingBalance, debit, credit, closingBalance, name, movement}], sums, totalDebit,
 * totalCredit}` in base currency, every account of type 1 or 2 in order. The movement is debit less credit. `sums`
 * are those of the chart (types 3 and 6), alike. No row when there is no such year or period. Within a year, the
 * results of open years before it are on the account of the result (`provisional`), unless they are wanted
 * `asBooked`.
 */
export function trialBalanceReport(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { asBooked = false, figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  return (asBooked ? AS_BOOKED : REPORT)(format, values, figure)
}

/** The trial balance of the days `from` to `to` (ISO, both included), as the JSON of the report. */
export const trialBalance = (agreement: number, from: string, to: string): Statement =>
  trialBalanceReport(agreement, { from, to }, 'json')

const SUMS = `(SELECT coalesce(json_agg(json_build_object('accountNumber', s.number, 'name', s.name, 'openingBalance',
  s.opening,
    'debit', s.debit, 'credit', s.credit, 'closingBalance', s.closing, 'movement', s.moved)
    ORDER BY s.number), '[]') FROM sum_of_chart s)`

const partsOf = (balances: string): ReportParts => ({
  with: `${ASKED}, ${MOVEMENTS}, ${balances}, item AS (
    SELECT l.number, l.name, l.opening, l.debit, l.credit, l.opening + l.debit - l.credit AS closing,
      l.debit - l.credit AS moved
    FROM line l
  ), ${PARTS_OF_SUMS}, sum_of_chart AS (
    SELECT a.number, a.name, coalesce(sum(s.opening), 0.00) AS opening, coalesce(sum(s.debit), 0.00) AS debit,
      coalesce(sum(s.credit), 0.00) AS credit, coalesce(sum(s.closing), 0.00) AS closing,
      coalesce(sum(s.moved), 0.00) AS moved
    FROM chart a LEFT JOIN (
      SELECT DISTINCT p.sum_number, i.* FROM part_of_sum p JOIN item i ON i.number BETWEEN p.low AND p.high
    ) AS s ON s.sum_number = a.number
    WHERE a.type IN (3, 6) GROUP BY a.number, a.name
  )`,
  columns: [
    { name: 'accountNumber', column: 'number' },
    { name: 'openingBalance', column: 'opening' },
    { name: 'debit', column: 'debit' },
    { name: 'credit', column: 'credit' },
    { name: 'closingBalance', column: 'closing' },
    { name: 'name', column: 'name', isText: true },
    { name: 'movement', column: 'moved' },
  ],
  order: 'x.number',
  after: {
    sums: SUMS,
    totalDebit: '(SELECT coalesce(sum(l.debit), 0.00) FROM line l)',
    totalCredit: '(SELECT coalesce(sum(l.credit), 0.00) FROM line l)',
  },
  optional: { provisional: PROVISIONAL, spansYears: SPANS_YEARS },
})

/** The figures of the trial balance that can be explained. */
export const TRIAL_FIGURES: Figures = {
  isThere: `(EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE})
    OR EXISTS (SELECT FROM sum_of_chart s WHERE s.number::text = ${LINE}))`,
  lines: {
    openingBalance: accountsOfLine('1, 0, 0'),
    debit: accountsOfLine('0, 1, 0'),
    credit: accountsOfLine('0, 0, 1'),
    closingBalance: accountsOfLine('1, 1, -1'),
    movement: accountsOfLine('0, 1, -1'),
  },
  ends: {
    totalDebit: addedBy('SELECT l.number, 0, 1, 0 FROM line l'),
    totalCredit: addedBy('SELECT l.number, 0, 0, 1 FROM line l'),
  },
}
const REPORT = explainable(partsOf(PROVISIONAL_BALANCES), TRIAL_FIGURES)
const AS_BOOKED = explainable(partsOf(BALANCES), TRIAL_FIGURES)
